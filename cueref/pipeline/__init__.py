"""Frames in, shots out: the stages put together as plain generators.

`observing` looks at frames, `stretches` cuts the stream where nothing moves and mends
its times, `naming` says which ball is which, `assembling` writes the shot in the
rulebook's words, `reading` is all of it.
"""
