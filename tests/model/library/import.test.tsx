import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import type { TakeAwayCheck } from '#contract/library/take-away.ts'
import { type ImportSnapshot, importMachine } from '#src/machines/library/import.machine.ts'
import { ImportForm } from '#src/views/library/transfer/ImportForm.tsx'
import { press, write } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline, seesForm } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const label = 'File content'
const pasted = '{"version": 1}'
const file = new File(['{"from": "a file"}'], 'shop.datacrane.json', { type: 'application/json' })
const read = '{"from": "a file"}'
const good: TakeAwayCheck = {
  isValid: true,
  errors: [],
  warnings: [{ path: '/config/source/url', message: 'is not encrypted' }],
  name: 'Shop to CRM',
  hosts: ['shop.example.test', 'crm.example.test'],
  needs: ['/source/auth/token'],
}
const bad: TakeAwayCheck = {
  isValid: false,
  errors: [{ path: '/config/source/type', message: 'must be one of http, database, azure, nats' }],
  warnings: [],
  name: null,
  hosts: [],
  needs: [],
}

const fixture: Fixture<typeof importMachine> = {
  view: (actor) => <ImportForm actor={actor} />,
  inputs: { 'an empty form': undefined },
  answers: {
    readText: {
      asks: { file },
      answers: { 'its text': read },
      problems: { 'it is too large': refusal('request/too-large') },
    },
    checkFile: {
      asks: ({ context: { text } }) => ({ text }),
      answers: { good, bad },
      problems: { 'it is no JSON': refusal('take-away/not-json'), 'the net is down': offline },
    },
    importFile: {
      asks: ({ context: { text } }) => ({ text }),
      answers: { 'a draft': { connectorId: 'the-draft' } },
      problems: { 'the net went down': offline },
    },
  },
  drivers: {
    'user.chose': {
      event: { type: 'user.chose', file },
      says: 'choose a file',
      find: () => screen.getByLabelText('Select a file'),
      use: (control, user) => user.upload(control, file),
    },
    'user.wrote': [
      { ...writes(pasted), when: ({ context: { text } }) => text !== pasted },
      { ...writes(''), when: ({ context: { text } }) => text === pasted },
    ],
    'user.submitted': press('Check file'),
    'user.tookIn': press('Import'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    writing: (snapshot) => {
      sees('Check file', false, snapshot)
      expect(result()).toBeNull()
    },
    reading: (snapshot) => sees('Checking…', true, snapshot),
    checking: (snapshot) => sees('Checking…', true, snapshot),
    checked: (snapshot) => sees('Check file', false, snapshot),
    importing: (snapshot) => sees('Importing…', true, snapshot),
    // The page leads on at once.
    imported: ({ context }) => expect(context.connectorId).toBe('the-draft'),
  },
  delays: {},
  project: ({ file: chosen, fileName, text, check, connectorId, problem }) => ({
    chosen: chosen !== null,
    named: fileName !== null,
    text: text === '' ? false : text === read ? 'of the file' : 'pasted',
    check: check === null ? false : check.isValid ? 'good' : 'bad',
    made: connectorId !== null,
    told: problem?.code ?? false,
  }),
  invariants: {
    'what was read or pasted stays, whatever comes back': {
      when: ({ before, event }) => !before.matches('reading') && /^xstate\./.test(event.type),
      holds: ({ before, after }) => expect(after.context.text).toBe(before.context.text),
    },
    'what failed is told': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
    'each error stands with its place': {
      when: ({ after }) => after.matches('checked') && after.context.check === bad,
      holds: () => {
        expect(result()).toContain("The file can't be imported: 1 error.")
        expect(listAt('Errors')).toEqual(['Source: Type must be one of http, database, azure, nats'])
      },
    },
    'every host and every need is shown before it is taken in': {
      when: ({ after }) => after.can({ type: 'user.tookIn' }),
      holds: () => {
        expect(result()).toContain('You can import “Shop to CRM”.')
        expect(listAt('Hosts')).toEqual(good.hosts)
        expect(listAt('Enter after import')).toEqual(['Source: Token'])
        expect(listAt('Warnings')).toEqual(['Source: URL is not encrypted'])
      },
    },
    'only what the server found good is taken in, as it was checked': {
      when: ({ after }) => after.matches('importing'),
      holds: ({ before, after }) => {
        expect(before.context.check).toBe(good)
        expect(after.context.text).toBe(before.context.text)
      },
    },
    'what is written after a check is checked again': {
      when: ({ event }) => event.type === 'user.wrote' || event.type === 'user.chose',
      holds: ({ after }) => {
        expect(after.context.check).toBeNull()
        expect(after.can({ type: 'user.tookIn' })).toBe(false)
      },
    },
    'a file is named where its text stands': {
      when: () => true,
      holds: ({ after }) =>
        expect(screen.queryByText('Read from shop.datacrane.json.') !== null).toBe(after.context.text === read),
    },
  },
}

describe('an import', () => {
  verifyShape(importMachine)
  verifyEveryEdge(importMachine, fixture)
})

function writes(text: string) {
  return { ...write(text, label), event: { type: 'user.wrote', text } as const }
}

function sees(button: string, isBusy: boolean, { context }: ImportSnapshot) {
  seesForm('From a file', button, isBusy)
  expect(screen.getByLabelText<HTMLTextAreaElement>(label).value).toBe(context.text)
}

function result(): string | null {
  return screen.queryByRole('status', { name: 'Check result' })?.textContent ?? null
}

function listAt(name: string): (string | null)[] {
  return within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}
