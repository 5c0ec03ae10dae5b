"""The press: templates become HTML, HTML becomes pages. The only room with WeasyPrint.

It is given a template's name and content, never a script.
"""
