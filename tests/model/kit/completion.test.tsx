import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { type CompletionActor, type CompletionSnapshot, completionMachine } from '#src/machines/kit/completion.machine.ts'
import { completed, completionAt, type Offered } from '#src/machines/kit/completion.ts'
import { DrawnCompletingBox } from '#src/views/kit/completion/CompletingBox.tsx'
import { isReachable } from './drivers.ts'
import type { Fixture, Gesture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { verifyShape } from './shape.ts'

const offered: readonly Offered[] = ['email', 'externalId', 'name'].map((name) => ({ label: name, name, note: 'record field' }))
const base = 'https://a.test/'

/** The page keeps the text. */
function Page({ actor }: { readonly actor: CompletionActor }) {
  const [value, setValue] = useState(base)
  return <DrawnCompletingBox actor={actor} label="URL" value={value} offered={offered} onWrite={setValue} />
}

const box = (says: string, use: Gesture['use']): Gesture => ({
  says,
  find: () => screen.queryAllByRole('combobox', { name: 'URL' }).filter(isReachable)[0] ?? null,
  use,
})
const paste = (text: string) =>
  box(`write "${text}"`, async (control, user) => {
    await user.tripleClick(control)
    await user.paste(text)
  })
const wrote = (text: string) => ({
  type: 'user.wrote' as const,
  text,
  caret: text.length,
  completion: completionAt(text, text.length, offered),
})
/** Keys mean something while names are offered. */
const key = (name: string): Gesture => ({
  says: `press ${name}`,
  find: () => screen.queryAllByRole('combobox', { name: 'URL', expanded: true }).filter(isReachable)[0] ?? null,
  use: (_, user) => user.keyboard(`{${name}}`),
})

const fixture: Fixture<typeof completionMachine> = {
  view: (actor) => <Page actor={actor} />,
  inputs: { 'a URL': undefined },
  answers: {},
  drivers: {
    'user.wrote': [
      { ...paste(`${base}{e`), event: wrote(`${base}{e`), when: ({ context }) => context.text !== `${base}{e` },
      { ...paste(`${base}x`), event: wrote(`${base}x`), when: ({ context }) => context.completion !== null },
    ],
    'user.moved': [
      { ...key('ArrowDown'), event: { type: 'user.moved', by: 1 } },
      { ...key('ArrowUp'), event: { type: 'user.moved', by: -1 } },
    ],
    'user.took': key('Enter'),
    'user.closed': key('Escape'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('option')).toBeNull(),
    offering: ({ context }: CompletionSnapshot) => {
      const options = screen.getAllByRole('option')
      expect(options.map(({ textContent }) => textContent)).toEqual([
        'emailrecord field',
        'externalIdrecord field',
        'namerecord field',
      ])
      expect(options.findIndex((it) => it.getAttribute('aria-selected') === 'true')).toBe(context.active)
      expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(options[context.active]?.id)
    },
  },
  delays: {},
  project: ({ completion, active }) => ({ offers: completion?.options.length ?? 0, active }),
  invariants: {
    'what is taken stands in the text, and the text is otherwise untouched': {
      when: ({ event }) => event.type === 'user.took',
      holds: ({ before }) => {
        const name = before.context.completion?.options[before.context.active]?.name
        expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(`${base}{${name}}`)
      },
    },
    'Escape leaves the text as it was written': {
      when: ({ event }) => event.type === 'user.closed',
      holds: ({ before }) => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(before.context.text),
    },
  },
}

describe('the completion of field names', () => {
  verifyShape(completionMachine)
  verifyEveryEdge(completionMachine, fixture)
})

const at = (text: string, sign: '{' | ':' = '{', isLong = false) => {
  const caret = text.indexOf('|')
  const plain = text.replace('|', '')
  const found = completionAt(plain, caret, offered, { sign, isLong })
  const [first] = found?.options ?? []
  return found === null || first === undefined ? null : completed(plain, caret, found, first)
}

it.each([
  ['a URL', at('https://a.test/c/{ext|/x'), 'https://a.test/c/{externalId}/x'],
  ['a brace that closes already', at('{na|}'), '{name}'],
  ['a body', at('{"mail": "{em|"}', '{', true), '{"mail": "{email}"}'],
  ['a statement', at('update c set a = :ext| where', ':'), 'update c set a = :externalId where'],
])('completes a name in %s', (_, done, text) => {
  expect(done?.text).toBe(text)
  expect(done?.text.slice(0, done.caret)).toMatch(/\}$|externalId$/)
})

it.each([
  ['two braces', at('https://a.test/{{ext|')],
  ['no brace', at('https://a.test/ext|')],
  ['a closed name', at('https://a.test/{email}|')],
  ['a brace that begins an object', at('{|', '{', true)],
  ['an object with members', at('{ "name|', '{', true)],
  ['a type of PostgreSQL', at('select a::ext|', ':')],
  ['a time', at("select '12:|", ':')],
])('offers nothing after %s', (_, done) => expect(done).toBeNull())
