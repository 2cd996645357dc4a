/** One editor in the page: made where it is first shown, brought to what is asked of it, and taken away with its place. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'

import { jsonMessages } from '../json.messages.ts'
import { looks } from './looks.ts'
import { textOf } from './text-of.ts'

export type PaneOptions = {
  /** What it is called by assistive technology. */
  readonly label: string
  /** What it shows. A text that was not written here replaces what stands in it. */
  readonly text: string
  readonly isReadOnly: boolean
  /** The id of what explains it. */
  readonly describedBy?: string | undefined
  readonly extensions: Extension
  /** Told at each change; of a long text when no key was pressed for a moment, and before anything else on the page is used. */
  readonly onWrite: (text: string) => void
}

export type Pane = {
  /** As a `ref` of what holds the place: takes the editor away with it. */
  readonly hold: () => () => void
  /** As a `ref` of the place, at each drawing. */
  readonly follow: (place: HTMLElement | null, options: PaneOptions) => void
  readonly view: () => EditorView | null
}

/** The page's own, from where every style of the console has it; none in development. */
const nonceOfPage = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Characters from which on a text is long, and milliseconds without a key before it is told. */
const long = 200_000
const pause = 250

const always: Extension = [
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  highlightSpecialChars(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches({ minSelectionLength: 2 }),
  search({ top: true }),
  indentUnit.of('  '),
  EditorView.lineWrapping,
  EditorState.phrases.of(jsonMessages.phrases),
  looks,
]
/** Characters up to which a text is coloured and folded while it is written: bringing its tree up to date takes longer than a key may. */
const drawnMax = 1_000_000
const reading: Extension = [EditorState.readOnly.of(true), keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap])]
/** Tab indents; Escape before it lets it go on to the next control, as the library has it. */
const writing: Extension = [
  history(),
  indentOnInput(),
  closeBrackets(),
  keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
]

export function newPane(): Pane {
  const [mode, name, more, tree] = [new Compartment(), new Compartment(), new Compartment(), new Compartment()]
  let view: EditorView | null = null
  let now: PaneOptions | null = null
  /** The text that the person who draws knows of. */
  let known = ''
  let telling: ReturnType<typeof setTimeout> | undefined

  /** Tells what was written and is not told yet. */
  const tell = () => {
    if (telling === undefined || view === null) return
    clearTimeout(telling)
    telling = undefined
    known = textOf(view.state.doc)
    now?.onWrite(known)
  }
  const modeOf = ({ isReadOnly }: PaneOptions) => (isReadOnly ? reading : writing)
  const treeOf = (length: number, isReadOnly: boolean) => (isReadOnly || length <= drawnMax ? json() : [])
  const nameOf = ({ label, describedBy }: PaneOptions) =>
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Said, though what is edited has it anyway: a tool that looks for what the keyboard reaches does not know that.
      tabindex: '0',
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    })
  const stateOf = (options: PaneOptions) =>
    EditorState.create({
      doc: options.text,
      extensions: [
        EditorView.cspNonce.of(nonceOfPage()),
        // Before the rest, so that the keys of what is added are asked first.
        more.of(options.extensions),
        mode.of(modeOf(options)),
        name.of(nameOf(options)),
        tree.of(treeOf(options.text.length, options.isReadOnly)),
        EditorState.transactionExtender.of(({ startState, newDoc }) => {
          const isDrawn = newDoc.length <= drawnMax
          if (startState.readOnly || isDrawn === startState.doc.length <= drawnMax) return null
          return { effects: tree.reconfigure(treeOf(newDoc.length, false)) }
        }),
        always,
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (!docChanged || transactions.every((it) => it.isUserEvent('set'))) return
          clearTimeout(telling)
          telling = setTimeout(tell, pause)
          if (state.doc.length < long) tell()
        }),
        // Whatever is pressed next takes the focus first.
        EditorView.domEventHandlers({ blur: () => void tell() }),
      ],
    })

  const bring = (held: EditorView, before: PaneOptions, options: PaneOptions) => {
    const isOther = options.text !== known
    known = options.text
    // Another document to read begins at its top, with nothing folded and nothing to undo.
    if (isOther && options.isReadOnly) return held.setState(stateOf(options))
    const effects = [
      ...(before.isReadOnly === options.isReadOnly
        ? []
        : [mode.reconfigure(modeOf(options)), tree.reconfigure(treeOf(options.text.length, options.isReadOnly))]),
      ...(before.label === options.label && before.describedBy === options.describedBy
        ? []
        : [name.reconfigure(nameOf(options))]),
      ...(before.extensions === options.extensions ? [] : [more.reconfigure(options.extensions)]),
    ]
    const changes = isOther ? { from: 0, to: held.state.doc.length, insert: options.text } : []
    if (isOther || effects.length > 0) held.dispatch({ effects, changes, userEvent: 'set' })
  }

  return {
    hold: () => () => {
      tell()
      view?.destroy()
      view = null
    },
    follow(place, options) {
      if (place === null) return
      const before = now
      now = options
      if (view !== null && before !== null) return bring(view, before, options)
      known = options.text
      view = new EditorView({ parent: place, state: stateOf(options) })
    },
    view: () => view,
  }
}
