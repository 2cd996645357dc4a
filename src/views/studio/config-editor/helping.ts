/** What the editor of a configuration knows of its text: errors at their line while it is written, completion, and what a place may hold. */
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, keymap } from '@codemirror/view'
import {
  findNodeAtLocation,
  getLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

import { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkSections } from '#contract/connectors/config/config-sections.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { configEditorMessages as messages } from './config-editor.messages.ts'
import { faultsOf, lineOf, membersFor, type Schema, schemasAt, valuesFor } from './schema.ts'

const schema = ConnectorConfig as unknown as Schema
const strict = { disallowComments: true, allowTrailingComma: false }
/** Characters: the server takes no larger one, and whoever writes must not wait for what is said of it. */
const checkedMax = 1_048_576
/** Milliseconds without a key before the text is looked at. */
const lintPause = 300
const shownMax = 200

/** Everything that can be said of a text without asking the server. */
export function diagnosticsOf(text: string): Diagnostic[] {
  if (isTooDeep(text)) return [diagnostic(0, 1, 'error', messages.tooDeep, text.length)]
  const errors: ParseError[] = []
  const root = parseTree(text, errors, strict)
  const broken = errors.map(({ error, offset, length }) =>
    diagnostic(offset, offset + length, 'error', messages.broken(printParseErrorCode(error)), text.length),
  )
  if (root === undefined || broken.length > 0) return broken.slice(0, shownMax)
  if (text.length > checkedMax) return [diagnostic(0, 1, 'error', messages.tooLarge, text.length)]
  const { errors: wrong, warnings } = checkSections(getNodeValue(root))
  const ruled = [...wrong.map(ruleOn(root, 'error', text.length)), ...warnings.map(ruleOn(root, 'warning', text.length))]
  const formed = faultsOf(root, schema).map(({ node, message }) => {
    const { from, to } = placeOf(node)
    return diagnostic(from, to, 'error', message, text.length)
  })
  return [...ruled, ...formed].slice(0, shownMax)
}

/** No configuration comes near it; the parser would run out of stack. */
const depthMax = 200

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [sign] of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}[\]]/g)) {
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > depthMax) return true
  }
  return false
}

/** Whether nothing is looked up in it. */
const isOutOfHand = (text: string) => text.length > checkedMax || isTooDeep(text)

function diagnostic(from: number, to: number, severity: Diagnostic['severity'], message: string, length: number): Diagnostic {
  return { from: Math.min(from, length), to: Math.min(Math.max(to, from), length), severity, message }
}

const ruleOn =
  (root: Node, severity: Diagnostic['severity'], length: number) =>
  ({ path, message }: FieldProblem): Diagnostic => {
    const { from, to } = placeOf(nearestNode(root, path))
    return diagnostic(from, to, severity, message, length)
  }

/** Of an object or a list its first sign only: nobody wants all of it underlined. */
const placeOf = ({ type, offset, length }: Node) => ({
  from: offset,
  to: offset + (type === 'object' || type === 'array' ? 1 : length),
})

/** Where a JSON pointer leads; as far as there is something. */
function nearestNode(root: Node, pointer: string): Node {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, depth))
    if (node !== undefined) return node
  }
  return root
}

function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context
  const text = state.doc.toString()
  if (isOutOfHand(text)) return null
  const { path, isAtPropertyKey, previousNode } = getLocation(text, pos)
  const root = parseTree(text, [], strict)
  const inside = previousNode !== undefined && previousNode.offset <= pos && pos <= previousNode.offset + previousNode.length
  const from = inside ? previousNode.offset : (context.matchBefore(/\w*$/)?.from ?? pos)
  const to = inside ? previousNode.offset + previousNode.length : pos
  if (!inside && !explicit && !/[\s{[,:"]$/.test(state.sliceDoc(Math.max(0, pos - 1), pos))) return null
  const options = isAtPropertyKey ? namesAt(root, path, state.sliceDoc(to, to + 20)) : valuesAt(root, path)
  return options.length === 0 ? null : { from, to, options, filter: true }
}

type Path = ReturnType<typeof getLocation>['path']

function namesAt(root: Node | undefined, path: Path, after: string): Completion[] {
  const parent = path.slice(0, -1)
  const node = root && findNodeAtLocation(root, parent)
  const taken = new Set(node?.children?.map(({ children }) => children?.[0]?.value))
  const colon = /^\s*:/.test(after) ? '' : ': '
  return [...membersFor(schemasAt(root, schema, parent))]
    .filter(([name]) => name === path.at(-1) || !taken.has(name))
    .map(([name, it]) => ({
      label: `"${name}"`,
      apply: `"${name}"${colon}`,
      type: 'property',
      detail: it.isRequired ? messages.required : '',
      info: lineOf([it.schema]),
    }))
}

const valuesAt = (root: Node | undefined, path: Path): Completion[] =>
  valuesFor(schemasAt(root, schema, path)).map((value) => ({ label: JSON.stringify(value), type: 'enum' }))

const hover = hoverTooltip((view, pos) => {
  const text = view.state.doc.toString()
  if (isOutOfHand(text)) return null
  const { path, previousNode } = getLocation(text, pos)
  if (previousNode === undefined || path.length === 0) return null
  const schemas = schemasAt(parseTree(text, [], strict), schema, path)
  if (schemas.length === 0) return null
  return {
    pos: previousNode.offset,
    end: previousNode.offset + previousNode.length,
    above: true,
    create: () => ({ dom: tip(path, lineOf(schemas)) }),
  }
})

function tip(path: Path, line: string): HTMLElement {
  const box = document.createElement('div')
  const place = box.appendChild(document.createElement('strong'))
  place.textContent = path.join(' › ')
  box.appendChild(document.createElement('div')).textContent = line
  box.className = 'cm-diagnostic'
  return box
}

/** For the editor: linting, completion (Ctrl-Space too) and hover. */
export const helping: Extension = [
  linter((view: EditorView) => diagnosticsOf(view.state.doc.toString()), { delay: lintPause }),
  lintGutter(),
  autocompletion({ override: [complete], icons: false }),
  hover,
  keymap.of(lintKeymap),
]
