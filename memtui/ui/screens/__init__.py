"""One module per mode, and the dialogs."""
