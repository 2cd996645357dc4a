/** Reads the text of a formula. The grammar is closed: fields, values written down, operators and functions; nothing repeats itself. */
import { functionNamed, similarFunction } from './functions.ts'
import { type BinaryOperator, type Formula, type FormulaProblem, formulaMax, refuse, Unreadable } from './syntax.ts'
import { type Token, tokensOf } from './tokens.ts'

/** How many brackets, functions and signs may be inside one another. */
const depthMax = 40

const powers: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  ...Object.fromEntries(['=', '==', '!=', '<>', '<', '<=', '>', '>='].map((it) => [it, 4])),
  ...{ '&': 5, '+': 6, '-': 6, '*': 7, '/': 7, '%': 7 },
}
const notPower = 3
const comparisonPower = 4
const negativePower = 8
const spellings: Readonly<Record<string, BinaryOperator>> = { '==': '=', '<>': '!=' }
const fixed: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

class Reader {
  private at = 0
  private depth = 0
  private readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  private get next(): Token {
    return this.tokens[this.at] as Token
  }

  private isSign(text: string): boolean {
    return this.next.kind === 'sign' && this.next.text === text
  }

  /** Words for operators are read in any case, as spreadsheets do. */
  private operator(): string | null {
    const { kind, text } = this.next
    const word = kind === 'name' ? text.toLowerCase() : text
    if (kind !== 'sign' && !(kind === 'name' && (word === 'and' || word === 'or'))) return null
    return Object.hasOwn(powers, word) ? word : null
  }

  whole(): Formula {
    const formula = this.expression(0)
    const { kind, text, from, to } = this.next
    if (kind === 'end') return formula
    if (text === ')' && kind === 'sign') return refuse(from, to, 'A closing bracket has no opening bracket')
    if (text === ',' && kind === 'sign')
      return refuse(from, to, 'This comma is not expected', 'Use commas between the values of a function')
    return refuse(formula.to, to, 'An operator is missing', 'Use +, -, *, / or & between two values')
  }

  private expression(least: number): Formula {
    this.depth += 1
    if (this.depth > depthMax) refuse(this.next.from, this.next.to, 'The formula is nested too deeply', 'Use fewer brackets')
    let left = this.prefix()
    for (;;) {
      const word = this.operator()
      const power = word === null ? 0 : (powers[word] ?? 0)
      if (word === null || power <= least) break
      const { from, to } = this.next
      if (
        power === comparisonPower &&
        left.kind === 'binary' &&
        powers[left.operator] === comparisonPower &&
        left.from === left.left.from
      )
        refuse(from, to, 'Two comparisons are in a row', 'Write "and" between them')
      this.at += 1
      const right = this.expression(power)
      const operator = spellings[word] ?? (word as BinaryOperator)
      left = { kind: 'binary', operator, left, right, from: left.from, to: right.to }
    }
    this.depth -= 1
    return left
  }

  private prefix(): Formula {
    const token = this.next
    const { kind, text, from, to } = token
    if (kind === 'sign' && (text === '-' || text === '+')) {
      this.at += 1
      const of = this.expression(negativePower)
      return text === '+' ? of : { kind: 'negative', of, from, to: of.to }
    }
    if (kind === 'name' && text.toLowerCase() === 'not') {
      this.at += 1
      const of = this.expression(notPower)
      return { kind: 'not', of, from, to: of.to }
    }
    if (kind === 'sign' && text === '(') {
      this.at += 1
      const inside = this.expression(0)
      this.close(from)
      return { ...inside, from, to: this.before() }
    }
    if (kind === 'sign' || kind === 'end' || this.operator() !== null) return this.missing()
    this.at += 1
    if (kind === 'text') return { kind, value: text, from, to }
    if (kind === 'number') return { kind, text: written(text), from, to }
    if (this.isSign('(')) return this.call(token)
    const value = kind === 'name' ? fixed.get(text.toLowerCase()) : undefined
    return value === undefined ? { kind: 'field', path: text, from, to } : { kind: 'fixed', value, from, to }
  }

  private missing(): never {
    const { kind, text, from, to } = this.next
    const before = this.tokens[this.at - 1]
    if (kind === 'end' && before === undefined)
      return refuse(from, to, 'The formula is empty', 'Enter a formula, such as price * quantity')
    const after = before === undefined ? '' : ` after "${before.text}"`
    return kind === 'end' || text === ')' || text === ','
      ? refuse(from, to, `A value is missing${after}`)
      : refuse(from, to, `A value is missing before "${text}"`)
  }

  private close(opened: number): void {
    if (this.isSign(')')) this.at += 1
    else if (this.next.kind === 'end') refuse(opened, opened + 1, 'A bracket is not closed', 'Add a closing bracket')
    else refuse(this.before(), this.next.to, 'An operator is missing', 'Use +, -, *, / or & between two values')
  }

  /** The place after what was read last. */
  private before(): number {
    return this.tokens[this.at - 1]?.to ?? 0
  }

  private call({ text, from, to: end }: Token): Formula {
    const known = functionNamed(text)
    if (known === null) {
      const similar = similarFunction(text)
      return refuse(from, end, `There is no function "${text}"`, similar === null ? null : `Did you mean ${similar}?`)
    }
    const opened = this.next.from
    this.at += 1
    const values: Formula[] = []
    while (!this.isSign(')')) {
      values.push(this.expression(0))
      if (this.isSign(',')) {
        this.at += 1
        if (this.isSign(')')) this.missing()
      } else if (this.next.kind === 'end') refuse(opened, opened + 1, 'A bracket is not closed', 'Add a closing bracket')
      else if (!this.isSign(')')) refuse(this.before(), this.before() + 1, 'A comma is missing')
    }
    const { to } = this.next
    this.at += 1
    const { name, least, most } = known
    if (values.length < least || values.length > most)
      refuse(from, to, `${name} has too ${values.length < least ? 'few' : 'many'} values`, `Write ${name}(${known.signature})`)
    return { kind: 'call', name, values, from, to }
  }
}

/** A number as JSON writes it: without zeros before it, with one before the point. */
const written = (text: string): string => (text.startsWith('.') ? `0${text}` : text.replace(/^0+(?=\d)/, ''))

/** Reads a formula, or says what is wrong with it and where. Whether its values fit each other says `check.ts`. */
export function parseFormula(text: string): { readonly formula: Formula } | { readonly problem: FormulaProblem } {
  if (text.length > formulaMax)
    return {
      problem: {
        from: formulaMax,
        to: text.length,
        what: 'The formula is too long',
        fix: `Use at most ${formulaMax.toLocaleString('en')} characters`,
      },
    }
  try {
    return { formula: new Reader(tokensOf(text)).whole() }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { problem: thrown.problem }
    throw thrown
  }
}
