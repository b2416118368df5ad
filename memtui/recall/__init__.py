"""From a question to the memories that fit it: selectors, surfacing, budgets, suites, reach and usage."""
