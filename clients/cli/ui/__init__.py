"""Styled lines, keys, signs and colours. No I/O."""
