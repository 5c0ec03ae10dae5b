"""What templates show: values made from scripts, checks and requests."""
