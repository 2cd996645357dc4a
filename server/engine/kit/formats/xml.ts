/**
 * Reads XML as the JSON text of the same things: attributes as `@name`, an element with nothing but text as that text, text beside other things as
 * `#text`, elements of one name as a list. No document type, no entities but the five of XML and characters by number, no name spaces: names stay as
 * they are written. Every value is a text, because XML says nothing else.
 */
import { SaxesParser } from 'saxes'

import { productLimits } from '#contract/connectors/config/product-limits.ts'

/** Elements within each other. */
const depthMax = productLimits.answerLevels
/** Elements and attributes that are held at once: one takes about 200 bytes of memory. */
const nodesMax = 400_000
/** Characters of one element that repeats. */
const recordMax = productLimits.recordMegabytes * 1024 * 1024
const sliceLength = 64 * 1024

/** Why a text is not read. A sentence without the text itself. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault'
  readonly kind: 'not-xml' | 'too-deep' | 'too-large'

  constructor(kind: XmlFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export type XmlReading = {
  /** Names of the elements that lead to the one that repeats, the root first. It is always a list, and each of it is handed out when it ends. */
  readonly list?: readonly string[]
  /** Elements inside one that repeats which are lists even where there is one: names from that element on. Without `list`, from the root on. */
  readonly lists?: readonly (readonly string[])[]
  /** JSON texts of the elements that repeat, in their order. `fault`: why one is left out, as a sentence; it begins at `line`. */
  readonly onItem?: (item: { readonly json: string } | { readonly line: number; readonly fault: string }) => void
}

type Node = {
  readonly name: string
  /** Where it stands, from the root on; within an element that repeats, from that element on. */
  readonly path: readonly string[]
  readonly children: Map<string, Child>
  text: string
  isNil: boolean
}
type Child = { readonly json: string[]; isList: boolean }

const quoted = (text: string) => JSON.stringify(text)
const isBlank = (text: string) => /^\s*$/.test(text)
const isPrefix = (begin: readonly string[], whole: readonly string[]) => begin.every((name, at) => name === whole[at])

function jsonOf(node: Node): string {
  if (node.children.size === 0) return node.isNil ? 'null' : quoted(isBlank(node.text) ? '' : node.text)
  const members = [...node.children].map(([name, { json, isList }]) => {
    return `${quoted(name)}:${isList || json.length > 1 ? `[${json.join(',')}]` : (json[0] ?? 'null')}`
  })
  if (!isBlank(node.text)) members.push(`"#text":${quoted(node.text.trim())}`)
  return `{${members.join(',')}}`
}

/** What the parser says is wrong, after the line and the column that it names. */
function faultOf({ message }: Error): XmlFault {
  const [, line = '', said = message] = /^(\d+):\d+: (.*)$/s.exec(message) ?? []
  const plain = said.replaceAll(/\s+/g, ' ').slice(0, 120)
  return new XmlFault('not-xml', `It is not XML${line === '' ? '' : ` at line ${line}`}: ${plain}`)
}

/** A reader that takes a text piece by piece. `write` and `end` throw `XmlFault`. */
export function createXmlReader({ list = [], lists = [], onItem }: XmlReading = {}) {
  const parser = new SaxesParser({ xmlns: false })
  const open: Node[] = []
  const forced = new Set(lists.map((path) => JSON.stringify(path)))
  const isForced = ({ path }: Node, name: string) => forced.size > 0 && forced.has(JSON.stringify([...path, name]))
  /** Elements that lead to the list: each name is one element, however often it comes. */
  const leading = new Map<number, Node>()
  let depth = 0
  let nodes = 0
  let result = ''
  /** The element that repeats and is read now: how many elements are open above it, how long it is, and why it is left out. */
  let item: { readonly above: number; readonly line: number; nodes: number; length: number; fault: string | null } | null = null

  function count(length: number) {
    nodes += 1
    if (item) {
      item.nodes += 1
      item.length += length
      if (item.length > recordMax) item.fault ??= 'The element is larger than 8 MB.'
    }
    if (nodes > nodesMax)
      throw new XmlFault('too-large', `It has more than ${nodesMax} elements and attributes outside of a list.`)
  }

  function add(parent: Node, name: string, json: string) {
    const child = parent.children.get(name)
    if (child) child.json.push(json)
    else parent.children.set(name, { json: [json], isList: isForced(parent, name) })
  }

  function endItem(name: string) {
    nodes -= item?.nodes ?? 0
    item = null
    if (open.length === 0) result = `{${quoted(name)}:[]}`
  }

  parser.on('error', (thrown) => {
    throw faultOf(thrown)
  })
  parser.on('doctype', () => {
    throw new XmlFault('not-xml', "It contains a document type declaration, which we don't read.")
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > depthMax) {
      if (!item) throw new XmlFault('too-deep', `It is nested deeper than ${depthMax} levels.`)
      item.fault ??= `The element is nested deeper than ${depthMax} levels.`
    }
    if (item?.fault != null) return
    const line = parser.line
    const above = open.length
    const isOnWay =
      !item &&
      above < list.length &&
      isPrefix(
        open.map((it) => it.name),
        list,
      ) &&
      name === list[above]
    const isItem = isOnWay && above === list.length - 1
    if (isItem) item = { above, line, nodes: 0, length: 0, fault: null }
    count(name.length)
    const path = isItem || forced.size === 0 ? [] : [...(open.at(-1)?.path ?? []), name]
    const known = isOnWay && !isItem ? leading.get(above) : undefined
    const node: Node = known ?? { name, path, children: new Map(), text: '', isNil: false }
    if (isOnWay && !isItem) leading.set(above, node)
    for (const [key, value] of Object.entries(attributes as Record<string, string>)) {
      if (key === 'xmlns' || key.startsWith('xmlns:')) continue
      if (/^(?:[\w.-]+:)?nil$/.test(key)) {
        if (value === 'true' || value === '1') node.isNil = true
        if (key.includes(':')) continue
      }
      count(key.length + value.length)
      if (!node.children.has(`@${key}`)) node.children.set(`@${key}`, { json: [quoted(value)], isList: false })
    }
    open.push(node)
  })
  const onText = (text: string) => {
    const node = open.at(-1)
    if (!node || item?.fault != null) return
    if (item) {
      item.length += text.length
      if (item.length > recordMax) {
        item.fault = 'The element is larger than 8 MB.'
        return
      }
    }
    node.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', ({ name }) => {
    depth -= 1
    if (item?.fault != null) {
      if (depth > item.above) return
      open.length = item.above
      onItem?.({ line: item.line, fault: item.fault })
      endItem(name)
      return
    }
    const node = open.pop()
    if (!node) return
    if (item && open.length === item.above) {
      const json = jsonOf(node)
      onItem?.({ json: json === '""' ? '{}' : json })
      endItem(name)
      return
    }
    const parent = open.at(-1)
    if (!parent) result = `{${quoted(name)}:${withList(node, 0)}}`
    else if (leading.get(open.length) !== node) add(parent, name, jsonOf(node))
  })

  /** The JSON of an element that leads to the list, which is empty in it. */
  function withList(node: Node, at: number): string {
    const name = node.name === list[at] ? list[at + 1] : undefined
    if (name === undefined) return jsonOf(node)
    const below = leading.get(at + 1)
    if (at + 2 === list.length) node.children.set(name, { json: [], isList: true })
    else if (below) node.children.set(name, { json: [withList(below, at + 1)], isList: false })
    return jsonOf(node)
  }

  return {
    write(text: string) {
      parser.write(text)
    },
    /** The JSON text of the document, with an empty list in the place of the elements that were handed out. */
    end(): string {
      parser.close()
      if (result === '') throw new XmlFault('not-xml', 'It contains no elements.')
      return result
    },
  }
}

/** The JSON text of an XML document. Throws `XmlFault`. */
export function xmlToJson(text: string, lists: readonly (readonly string[])[] = []): string {
  const reader = createXmlReader({ lists })
  for (let at = 0; at < text.length; at += sliceLength) reader.write(text.slice(at, at + sliceLength))
  return reader.end()
}
