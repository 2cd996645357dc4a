/** The words of a command line as a POSIX shell reads them (2.2 Quoting), and `$'…'` as browsers copy it. Nothing of it is run. */

export type ShellTokens = {
  readonly words: readonly string[]
  /** What a shell would do further: another command, a redirection, a substitution. It is left out, or stays as it is written. */
  readonly notRun: readonly string[]
  /** The text of a here document: what the command reads as its standard input. */
  readonly input?: string
}

export type ShellFault = 'openQuote'

const ansi: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** A shell's own marks between words: behind them another command begins, or a file. */
const operator = /[|&;<>()]/

export function splitShellTokens(written: string): ShellTokens | { readonly fault: ShellFault } {
  let text = written
  const words: string[] = []
  const notRun: string[] = []
  let word: string | null = null
  let input: string | null = null
  let at = 0
  const add = (more: string) => {
    word = (word ?? '') + more
  }

  while (at < text.length) {
    const sign = text[at] as string
    if (/\s/.test(sign)) {
      if (word !== null) words.push(word)
      word = null
      // The command ends with its line.
      if (sign === '\n' && words.length > 0) {
        if (text.slice(at).trim() !== '') notRun.push(text.slice(at).trim())
        break
      }
      at += 1
    } else if (sign === '#' && word === null) {
      at = endOfLine(text, at)
    } else if (sign === '\\') {
      const next = text.slice(at + 1, at + 3) === '\r\n' ? '\r\n' : (text[at + 1] ?? '')
      if (next !== '\n' && next !== '\r\n') add(next)
      at += 1 + next.length
    } else if (sign === "'") {
      const end = text.indexOf("'", at + 1)
      if (end === -1) return { fault: 'openQuote' }
      add(text.slice(at + 1, end))
      at = end + 1
    } else if (sign === '"' || text.startsWith("$'", at)) {
      const read = sign === '"' ? doubleQuoted(text, at + 1) : ansiQuoted(text, at + 2)
      if (read === null) return { fault: 'openQuote' }
      add(read.text)
      notRun.push(...read.notRun)
      at = read.end
    } else if (operator.test(sign)) {
      if (word !== null) words.push(word)
      word = null
      const here = hereDocument(text, at)
      if (here !== null) {
        input = here.input
        notRun.push(...here.notRun)
        // What stands behind the mark on its line belongs to the command, and the lines of the document do not.
        text = `${text.slice(0, at)} ${here.rest}`
        continue
      }
      notRun.push(text.slice(at).trim())
      break
    } else {
      const substitution = substitutionAt(text, at)
      if (substitution !== null) notRun.push(substitution)
      add(substitution ?? sign)
      at += substitution?.length ?? 1
    }
  }
  if (word !== null) words.push(word)
  const found = { words, notRun: notRun.filter((it, index) => notRun.indexOf(it) === index) }
  return input === null ? found : { ...found, input }
}

type Here = { readonly input: string; readonly rest: string; readonly notRun: readonly string[] }

/** `<< EOF` and the lines up to `EOF`; null where there is no such document. Without quotes a shell would put its variables in. */
function hereDocument(text: string, at: number): Here | null {
  const [mark = '', dash, quote, end] = /^<<(-?)[ \t]{0,20}(["'\\]?)([A-Za-z_]\w{0,60})["']?/.exec(text.slice(at, at + 100)) ?? []
  if (end === undefined) return null
  const [line = '', ...lines] = text.slice(at + mark.length).split('\n')
  const bare = (it: string) => (dash === '-' ? it.replace(/^\t+/, '') : it).replace(/\r$/, '')
  const last = lines.findIndex((it) => bare(it) === end)
  const content = (last === -1 ? lines : lines.slice(0, last)).map(bare)
  const after = last === -1 ? [] : lines.slice(last + 1)
  const input = content.join('\n')
  const variables = quote === '' ? (input.match(/\$(?:[A-Za-z_]\w{0,60}|\{[A-Za-z_]\w{0,60}\})/g) ?? []) : []
  return { input, rest: [line, ...after].join('\n'), notRun: variables }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

type Quoted = { readonly text: string; readonly end: number; readonly notRun: readonly string[] }

function doubleQuoted(text: string, from: number): Quoted | null {
  const notRun: string[] = []
  let read = ''
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] as string
    if (sign === '"') return { text: read, end: at + 1, notRun }
    const next = text[at + 1]
    if (sign === '\\' && next !== undefined && /[$`"\\\n]/.test(next)) {
      if (next !== '\n') read += next
      at += 1
      continue
    }
    const substitution = substitutionAt(text, at)
    if (substitution !== null && !substitution.includes('"')) {
      notRun.push(substitution)
      read += substitution
      at += substitution.length - 1
    } else read += sign
  }
  return null
}

function ansiQuoted(text: string, from: number): Quoted | null {
  let read = ''
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] as string
    if (sign === "'") return { text: read, end: at + 1, notRun: [] }
    if (sign !== '\\') {
      read += sign
      continue
    }
    const code = /^(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3}))/i.exec(text.slice(at + 1, at + 10))
    if (code) {
      const [whole, hex, short, long, octal] = code
      const point = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '0', 16) : Number.parseInt(octal, 8)
      read += point <= 0x10ffff ? String.fromCodePoint(point) : ''
      at += whole.length
    } else {
      const next = text[at + 1] ?? ''
      read += ansi[next] ?? `\\${next}`
      at += 1
    }
  }
  return null
}

/** `$NAME`, `${…}`, `$(…)` and backticks, as they are written; null where there is none. */
function substitutionAt(text: string, at: number): string | null {
  const sign = text[at]
  if (sign !== '$' && sign !== '`') return null
  return /^(?:\$[A-Za-z_]\w*|\$\{[^}\n]*\}|\$\([^)\n]*\)|`[^`\n]*`)/.exec(text.slice(at, at + 500))?.[0] ?? null
}
