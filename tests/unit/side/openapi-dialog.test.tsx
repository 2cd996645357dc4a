// @vitest-environment happy-dom
/** Choosing an operation of an OpenAPI document: pasted, from a file, and fetched through the server's guarded way out. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { Exchange } from '../../../contract/probe.ts'
import { problem } from '../../../contract/problem.ts'
import { type Finding, type Probed, probeMachine } from '../../../src/machines/probe/probe.machine.ts'
import { OpenApiDialog } from '../../../src/views/side/OpenApiDialog.tsx'

afterEach(cleanup)

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop API' },
  servers: [{ url: '/api' }],
  paths: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `/things${at}`,
      {
        get: {
          summary: `Thing ${at}`,
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      Thing: { type: 'object', required: ['id'], properties: { id: {}, parent: { $ref: '#/components/schemas/Thing' } } },
    },
  },
}
const text = JSON.stringify(document)
const fields = [
  { path: 'id', types: ['any'], isRequired: true },
  { path: 'parent', types: ['object'], isRequired: false },
]

function answered(body: string, isCut = false): Finding {
  const exchange: Exchange = {
    request: { method: 'GET', url: 'https://shop.example.test/docs/openapi.json', headers: {}, body: null },
    response: { status: 200, headers: {}, body, bytes: body.length, isCut },
    duration: 1,
    fault: null,
  }
  const sample = {
    startpoint: null,
    exchanges: [exchange],
    lists: [],
    records: null,
    fields: [],
    problem: problem('source/not-json'),
  }
  return { kind: 'sample', sample, takenAt: '2026-01-01T00:00:00.000Z' }
}

function open(finding: Finding = answered('')) {
  const used: unknown[] = []
  const asked: unknown[] = []
  const machine = probeMachine.provide({
    actors: {
      probe: fromPromise<Finding, { probed: Probed; connectorId: string | null }>(async ({ input }) => {
        asked.push(input)
        return finding
      }),
    },
  })
  const fetcher = createActor(machine, { input: { connectorId: null } }).start()
  render(
    <OpenApiDialog
      side="source"
      auth={undefined}
      fetcher={fetcher}
      onUse={(change, found) => used.push({ change, found })}
      onLeave={() => used.push('left')}
    />,
  )
  return { user: userEvent.setup({ delay: null }), used, asked }
}

const press = (name: string) => screen.getByRole('button', { name })

it('fills the form from what was pasted, after it was shown', async () => {
  const { user, used } = open()
  await user.click(screen.getByLabelText('Or paste it'))
  await user.paste(text)
  expect(screen.getByRole('list', { name: 'Operations' }).children).toHaveLength(50)
  screen.getByText('10 more: narrow the search.')
  await user.type(screen.getByLabelText('Search operations'), 'thing 59')
  await user.click(press('GET /things59 – Thing 59'))
  screen.getByText('2 fields are described.')
  screen.getByText(/This holds itself again and again; its fields end here:/)
  screen.getByText(/names no full server address/)
  expect(used).toEqual([])
  await user.click(press('Fill the form'))
  expect(used).toMatchObject([{ change: { url: '/api/things59', requestMethod: 'GET' }, found: fields }])
})

it('reads a file', async () => {
  const { user } = open()
  await user.upload(screen.getByLabelText(/Choose a file/), new File([text], 'openapi.json', { type: 'application/json' }))
  await screen.findByText('Shop API')
})

it('asks the server for an address, and takes what is relative from there', async () => {
  const { user, used, asked } = open(answered(text))
  expect(press('Fetch').getAttribute('aria-disabled')).toBe('true')
  await user.type(screen.getByLabelText('Or its address'), 'https://shop.example.test/docs/openapi.json')
  await user.click(press('Fetch'))
  await user.click(await screen.findByRole('button', { name: 'GET /things0 – Thing 0' }))
  await user.click(press('Fill the form'))
  expect(asked).toEqual([
    {
      probed: {
        side: 'source',
        config: { type: 'http', url: 'https://shop.example.test/docs/openapi.json', requestMethod: 'GET' },
      },
      connectorId: null,
    },
  ])
  expect(used).toMatchObject([{ change: { url: 'https://shop.example.test/api/things0' }, found: fields }])
})

it.each([
  ['is cut', answered(text.slice(0, 100), true), /only its beginning is fetched/],
  ['is YAML', answered('openapi: 3.0.0'), /This is YAML/],
  ['is a page', answered('<html>'), /This is not JSON/],
])('says so where what was fetched %s', async (_, finding, said) => {
  const { user } = open(finding)
  await user.type(screen.getByLabelText('Or its address'), 'https://shop.example.test/docs/openapi.json')
  await user.click(press('Fetch'))
  await screen.findByText(said)
})
