import { unifiedMergeView } from '@codemirror/merge'
import { EditorView } from '@codemirror/view'
import { useMemo } from 'react'

import { color } from '#src/theme/theme.ts'
import { JsonEditor } from '../../kit/json/JsonEditor.tsx'

type TextDiffProps = {
  readonly label: string
  readonly before: string
  readonly after: string
  /** In CSS pixels. */
  readonly height?: number
}

/** Two texts in one: what was taken away stands with a minus above what stands there now with a plus; what is the same is folded. */
export function TextDiff({ label, before, after, height = 320 }: TextDiffProps) {
  const extensions = useMemo(
    () => [
      unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 }, gutter: false }),
      looks,
    ],
    [before],
  )
  return <JsonEditor label={label} text={after} isReadOnly height={height} extensions={extensions} onWrite={ignore} />
}

/** Nobody writes here. */
const ignore = () => {}

const mark = (sign: string, ink: string) => ({ content: `"${sign}"`, position: 'absolute', left: '0', color: ink }) as const

const looks = EditorView.theme({
  '.cm-line.cm-changedLine, .cm-line.cm-insertedLine, &.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': {
    position: 'relative',
    paddingLeft: '1em',
    backgroundColor: color['success.subtle'],
  },
  '.cm-line.cm-changedLine::before, .cm-line.cm-insertedLine::before': mark('+', color['success.text']),
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'none',
    textDecoration: `underline 2px ${color['success.icon']}`,
  },
  '.cm-deletedChunk': { paddingLeft: '0', backgroundColor: color['danger.subtle'] },
  '.cm-deletedChunk .cm-deletedLine, .cm-deletedLine': {
    position: 'relative',
    paddingLeft: '1em',
    backgroundColor: color['danger.subtle'],
    color: color['danger.text'],
    textDecoration: 'none',
  },
  '.cm-deletedChunk .cm-deletedLine::before': mark('−', color['danger.text']),
  '.cm-deletedChunk .cm-deletedText, .cm-deletedText': {
    background: 'none',
    textDecoration: `line-through ${color['danger.icon']}`,
  },
  '.cm-collapsedLines': {
    background: color['bg.sunken'],
    color: color['text.muted'],
  },
})
