"""Fuzzing by coverage: what is read from outside, given bytes that atheris bends until they reach other code.

`targets` says what is read and what must hold then, without atheris: the tests replay the kept inputs through it.
"""
