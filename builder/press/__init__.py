"""Renders templates to HTML, and HTML to pages. The only package that uses WeasyPrint.

It gets a template's name and content, never a script.
"""
