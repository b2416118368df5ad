"""The terminal app: shows what the core knows and calls what the core does. The only folder that imports Textual."""
