"""Everything a person reads, in English and French, and the code that turns events into sentences. Every client uses it."""
