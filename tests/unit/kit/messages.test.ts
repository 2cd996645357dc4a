// @vitest-environment happy-dom
/** Every sentence that a person reads stands in a catalogue, so that another language is one more folder. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { sentencesIn } from './sentences.ts'

/** Folders and files whose sentences have not moved yet; the list may only shrink. */
const stillToCome: readonly string[] = []

const posix = (path: string) => path.replaceAll('\\', '/')
const files = globSync('src/{app,views,inspector}/**/*.{ts,tsx}')
  .map(posix)
  .filter((path) => !/\.(messages|format)\.ts$|^src\/views\/kit\/format\//.test(path))
const found = new Map(files.map((path) => [path, sentencesIn(path, readFileSync(path, 'utf8'))]))
const isToCome = (path: string) => stillToCome.some((each) => path.startsWith(each))

describe('the sentences of the console', () => {
  it('are looked for: a check that sees nothing cannot fail', () => {
    expect(files.length).toBeGreaterThan(60)
  })

  it('stand in the catalogues', () => {
    const wrong = [...found]
      .filter(([path]) => !isToCome(path))
      .flatMap(([path, sentences]) => sentences.map((it) => `${path}:${it}`))
    expect(wrong).toEqual([])
  })

  it('are still to come where the list says so, and nowhere else', () => {
    const done = stillToCome.filter(
      (each) => ![...found].some(([path, sentences]) => path.startsWith(each) && sentences.length > 0),
    )
    expect(done).toEqual([])
  })

  it('are not written as numbers or dates by hand', () => {
    const byHand = /\.toFixed\(|\.toLocale\w*String\(|\bnew Intl\./
    expect(files.filter((path) => byHand.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})

describe('what the search calls a sentence', () => {
  it.each([
    ['text between tags', '<p>Nothing here</p>'],
    ['text beside an expression', '<p>{count} left</p>'],
    ['text in an expression', "<p>{isOpen ? 'Open' : null}</p>"],
    ['text in a template', `<p>{\`\${count} left\`}</p>`],
    ['text as a last resort', "<p>{name ?? 'nobody'}</p>"],
    ['a visible attribute', '<input placeholder="Your name" />'],
    ['a visible attribute made of parts', `<Button label={\`Refresh \${name}\`} />`],
    ['a visible attribute with a choice', "<Field error={isBad ? 'Too short' : undefined} />"],
    ['the name of a table', '<Table name="Runs" />'],
    ['a title in data', "const columns = [{ id: 'a', title: 'Name' }]"],
    ['what a passing message says', "toast('Copied')"],
    ['the title of the page', "document.title = 'Sign in'"],
  ])('%s', (_, code) => {
    expect(sentencesIn('a.tsx', code)).toHaveLength(1)
  })

  it.each([
    ['words of a catalogue', '<p title={words.title}>{words.text}</p>'],
    ['the name of the product', '<p>Datacrane</p>'],
    ['a mark that is no word', '<p>{name} – {count}</p>'],
    ['a route, a class, a type', '<a href="/sign-in" className="wide" role="status" type="submit">{words.a}</a>'],
    ['the name of a form field', '<input name="email" autoComplete="username" />'],
    ['a key that is compared', "<p>{status === 'open' ? words.open : words.shut}</p>"],
    ['a key that is looked up', "<p>{words.by['open']}</p>"],
    ['an argument that is no text', "<p>{read('sort')}</p>"],
  ])('and what not: %s', (_, code) => {
    expect(sentencesIn('a.tsx', code)).toEqual([])
  })
})

describe('the messages', () => {
  const catalogues = globSync('src/**/*.messages.ts').map(posix)

  it('stand beside the views', () => expect(catalogues.length).toBeGreaterThan(50))

  it.each(catalogues)('say something in every place: %s', async (path) => {
    const messages: Texts = await import(/* @vite-ignore */ `../../../${path}`)
    expect(textsIn(messages).filter((text) => text.trim() === '')).toEqual([])
  })
})

type Texts = Readonly<Record<string, unknown>>
const isGroup = (value: unknown): value is Texts => typeof value === 'object' && value !== null

function textsIn(words: Texts): string[] {
  return Object.values(words).flatMap((value) => (isGroup(value) ? textsIn(value) : typeof value === 'string' ? [value] : []))
}
