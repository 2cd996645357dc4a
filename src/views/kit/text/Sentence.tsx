import { createElement, Fragment, type ReactNode } from 'react'

type SentenceProps = {
  /** A sentence of a catalogue; `{name}` is where a part of it stands. */
  readonly of: string
  readonly parts: Readonly<Record<string, ReactNode>>
}

/** A sentence with something in it that is more than text, wherever its language wants that. */
export function Sentence({ of, parts }: SentenceProps) {
  // Split by a group, every second piece is the name of a part. As children and not as a list they need no keys.
  const pieces = of.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 1 ? parts[piece] : piece))
  return createElement(Fragment, null, ...pieces)
}
