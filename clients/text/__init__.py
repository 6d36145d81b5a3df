"""Everything a person reads, in English and French, and what turns events into sentences. Shared by every client."""
