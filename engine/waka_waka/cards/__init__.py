"""What each kind of card does, one module a kind; docs/rules/waka_waka.md says it in words."""
