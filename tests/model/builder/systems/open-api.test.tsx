import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { type OpenApiSnapshot, openApiMachine } from '#src/machines/builder/systems/open-api.machine.ts'
import { type OpenApi, openApiOf } from '#src/machines/builder/systems/openapi.ts'
import { OpenApiDialog } from '#src/views/builder/systems/OpenApiDialog.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const pasted = 'openapi: 3.1.0'
const address = 'https://shop.example.test/openapi.yaml'
const file = new File(['{"from": "a file"}'], 'openapi.json', { type: 'application/json' })
const ofFile = '{"from": "a file"}'
const fetched = 'from: an address'
const answers = { responses: { 200: { description: 'ok' } } }
const document = openApiOf({
  openapi: '3.1.0',
  info: { title: 'Shop API' },
  servers: [{ url: '/v1' }],
  paths: { '/orders': { get: { summary: 'Orders', ...answers } } },
}) as OpenApi
const [operation] = document.operations
if (operation === undefined) throw new Error('the sample holds no operation')

const isChosen = (snapshot: OpenApiSnapshot) => snapshot.matches('chosen')
const isBusy = (snapshot: OpenApiSnapshot) => snapshot.hasTag('busy')

const fixture: Fixture<typeof openApiMachine> = {
  view: (actor) => <OpenApiDialog side="source" auth={undefined} actor={actor} onUse={() => {}} onLeave={() => {}} />,
  inputs: { 'an empty form': undefined },
  answers: {
    openFile: {
      asks: { file },
      answers: { 'its text': ofFile },
      problems: { 'it is too large': refusal('request/too-large') },
    },
    fetchDocument: {
      asks: { address },
      answers: { 'its text': { text: fetched, base: address } },
      problems: { 'the net is down': offline },
    },
    readDocument: {
      asks: ({ context }) => ({ text: context.read?.text ?? '' }),
      answers: {
        'a document': document,
        'no document': { fault: 'noOpenApi' },
        'a text that cannot be read': { fault: 'unreadable', reason: 'bad indentation (3:1)' },
      },
      problems: { 'its reader does not come': offline },
    },
  },
  drivers: {
    'user.wrote': [
      {
        ...write(pasted, 'Or paste it'),
        event: { type: 'user.wrote', text: pasted },
        when: ({ context }) => context.text === '',
      },
      { ...write('', 'Or paste it'), event: { type: 'user.wrote', text: '' }, when: ({ context }) => context.text !== '' },
    ],
    'user.wroteAddress': {
      ...write(address, 'Or enter its URL'),
      event: { type: 'user.wroteAddress', address },
      when: ({ context }) => context.address === '',
    },
    'user.choseFile': {
      event: { type: 'user.choseFile', file },
      says: 'choose a file',
      find: () => screen.queryByLabelText('Choose a file'),
      use: (control, user) => user.upload(control, file),
    },
    'user.fetched': { ...press('Fetch'), behind: isBusy },
    'user.stopped': press('Stop'),
    'user.searched': {
      ...write('orders', 'Search operations'),
      event: { type: 'user.searched', search: 'orders' },
      when: ({ context }) => context.search === '',
    },
    'user.choseOperation': { ...press('GET /orders – Orders'), event: { type: 'user.choseOperation', operation } },
    'user.choseAnother': press('Choose another operation'),
    'user.used': press('Fill the form'),
    'user.left': press('Cancel'),
  },
  assertions: {
    'looking.waiting': ({ context: { fault, openApi: kept } }) => {
      expect(kept).toBeNull()
      const wanted = {
        noOpenApi: 'This is not an OpenAPI 3 or Swagger 2 document.',
        unreadable: 'This is neither JSON nor YAML: bad indentation (3:1)',
      }
      expect(status()).toBe(fault === null ? '' : wanted[fault.fault as keyof typeof wanted])
      expect(operations()).toBeNull()
    },
    'looking.opening': () => expect(status()).toBe('Opening the file…'),
    'looking.fetching': () => expect(status()).toBe('Fetching…'),
    'looking.reading': () => expect(status()).toBe('Reading the document…'),
    'looking.choosing': () => {
      expect(status()).toBe('')
      screen.getByText('Shop API')
      expect(operations()).not.toBeNull()
    },
    chosen: ({ context: { read } }) => {
      expect(operations()).toBeNull()
      // What is relative in a document is meant from where it stands.
      screen.getByText(read?.base ? 'GET https://shop.example.test/v1/orders' : 'GET /v1/orders')
    },
  },
  delays: {},
  project: ({ text, address: written, read, openApi: kept, fault, search, operation: it, problem }) => ({
    pasted: text !== '',
    addressed: written !== '',
    // Where it stands counts where an operation is shown.
    based: it !== null && read?.base !== null,
    kept: kept !== null,
    fault: fault?.fault ?? false,
    searched: search !== '',
    chosen: it !== null,
    told: problem?.code ?? false,
  }),
  invariants: {
    'what failed is told': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
    'what was written stays, whatever comes back': {
      when: ({ event }) => event.type.startsWith('xstate.'),
      holds: ({ before, after }) => {
        expect(after.context.text).toBe(before.context.text)
        expect(after.context.address).toBe(before.context.address)
      },
    },
    'an operation is one of the document that is shown': {
      when: ({ after }) => isChosen(after),
      holds: ({ after }) => expect(after.context.openApi?.operations).toContain(after.context.operation),
    },
  },
}

const status = () => screen.getByRole('status').textContent
const operations = () => screen.queryByRole('list', { name: 'Operations' })

describe('a document that describes an API', () => {
  verifyShape(openApiMachine)
  verifyEveryEdge(openApiMachine, fixture)
})
