/** Reads JSON to its last digit, and says where and why a text is none. No text is so deep or so broken that it ends the page. */

/** A number as it was written, where a double would be another one: 9007199254740993, 1.10, 1e400. */
export class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An object keeps its names in their order, also those that look like numbers, and also `__proto__`. */
export type JsonObject = ReadonlyMap<string, JsonValue>
export type JsonValue = null | boolean | number | string | Written | readonly JsonValue[] | JsonObject

export type JsonReason = 'empty' | 'value' | 'name' | 'colon' | 'comma' | 'string' | 'escape' | 'number' | 'more' | 'deep'
/** `at` counts characters from the begin of the text. */
export type JsonFault = { readonly reason: JsonReason; readonly at: number }
export type JsonRead = { readonly value: JsonValue } | { readonly fault: JsonFault }

/** Levels of objects and lists in each other. */
export const depthMax = 256

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** As far as somebody meant a number, a name or a word. */
const run = /[^\s,:[\]{}"]*/y
const space = /[ \t\r\n]*/y
/** What a text in quotes holds as something else than itself, or does not hold. */
const special = /[\\\p{Cc}]/u
const constants: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** What is open: a list, or an object and the name whose value comes next. */
type Open = { readonly list: JsonValue[] } | { readonly object: Map<string, JsonValue>; name: string }

class Broken extends Error {
  readonly fault: JsonFault

  constructor(reason: JsonReason, at: number) {
    super(reason)
    this.fault = { reason, at }
  }
}

/** Values after which a reader in steps yields. */
const stepValues = 2_000

/** The value of a JSON text, or the first place at which it is none; read in steps of a few thousand values. */
export function* readingJson(text: string): Generator<undefined, JsonRead> {
  const reader = new Reader(text)
  try {
    for (;;) {
      const value = reader.step()
      if (value !== undefined) return { value }
      yield
    }
  } catch (thrown) {
    if (thrown instanceof Broken) return { fault: thrown.fault }
    throw thrown
  }
}

/** The same at once. */
export function readJson(text: string): JsonRead {
  const reading = readingJson(text)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

class Reader {
  private readonly text: string
  private at = 0
  private readonly open: Open[] = []

  constructor(text: string) {
    this.text = text
  }

  /** The whole value once it is read, undefined until then. */
  step(): JsonValue | undefined {
    if (this.at === 0) {
      this.skip()
      if (this.at === this.text.length) throw new Broken('empty', 0)
    }
    for (let count = 0; count < stepValues; count += 1) {
      let value = this.begin()
      // What is complete goes into what is open around it, which may be complete with that.
      while (value !== undefined) {
        const around = this.open.at(-1)
        if (around === undefined) return this.end(value)
        value = this.put(value, around)
      }
    }
    return undefined
  }

  /** A value that is complete, or undefined where one was opened. */
  private begin(): JsonValue | undefined {
    const { text, at } = this
    const sign = text[at]
    if (sign === '"') return this.string()
    if (sign !== '{' && sign !== '[') return this.bare()
    if (this.open.length === depthMax) throw new Broken('deep', at)
    this.at += 1
    this.skip()
    const isList = sign === '['
    if (text[this.at] === (isList ? ']' : '}')) {
      this.at += 1
      this.skip()
      return isList ? [] : new Map()
    }
    this.open.push(isList ? { list: [] } : { object: new Map(), name: this.name() })
    return undefined
  }

  /** Puts a value into what is open; what that makes when it closes, undefined when another value follows. */
  private put(value: JsonValue, around: Open): JsonValue | undefined {
    const isList = 'list' in around
    if (isList) around.list.push(value)
    else around.object.set(around.name, value)
    const sign = this.text[this.at]
    if (sign !== ',' && sign !== (isList ? ']' : '}')) throw new Broken('comma', this.at)
    this.at += 1
    this.skip()
    if (sign === ',') {
      if (!isList) around.name = this.name()
      return undefined
    }
    this.open.pop()
    return isList ? around.list : around.object
  }

  private end(value: JsonValue): JsonValue {
    if (this.at < this.text.length) throw new Broken('more', this.at)
    return value
  }

  private name(): string {
    if (this.text[this.at] !== '"') throw new Broken('name', this.at)
    const name = this.string()
    if (this.text[this.at] !== ':') throw new Broken('colon', this.at)
    this.at += 1
    this.skip()
    return name
  }

  private string(): string {
    const from = this.at
    const to = endOfString(this.text, from)
    if (to === null) throw brokenString(this.text, from)
    this.at = to
    this.skip()
    const inside = this.text.slice(from + 1, to - 1)
    if (!special.test(inside)) return inside
    try {
      return String(JSON.parse(`"${inside}"`))
    } catch {
      throw brokenString(this.text, from)
    }
  }

  /** A number or a word. */
  private bare(): Written | number | boolean | null {
    const from = this.at
    run.lastIndex = from
    const word = run.exec(this.text)?.[0] ?? ''
    const constant = constants.get(word)
    this.at = from + word.length
    if (constant !== undefined) {
      this.skip()
      return constant
    }
    number.lastIndex = from
    const source = number.exec(this.text)?.[0]
    if (source !== word) throw new Broken(/^[-+.\d]/.test(word) ? 'number' : 'value', from)
    this.skip()
    const value = Number(word)
    return String(value) === word ? value : new Written(word)
  }

  private skip(): void {
    space.lastIndex = this.at
    space.exec(this.text)
    this.at = space.lastIndex
  }
}

/** The place after the quote that closes what opens at `from`; null when none does. */
export function endOfString(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return null
}

/** Why a quoted text is invalid, and where: its start, or the wrong backslash. */
function brokenString(text: string, from: number): Broken {
  for (let at = from + 1; at < text.length && text.charCodeAt(at) >= 0x20; at += 1) {
    if (text[at] !== '\\') continue
    if (!/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) return new Broken('escape', at)
    at += 1
  }
  return new Broken('string', from)
}

/** Line and column of a place, both from 1. */
export function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  let [line, begin] = [1, 0]
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', begin)) {
    line += 1
    begin = next + 1
  }
  return { line, column: at - begin + 1 }
}
