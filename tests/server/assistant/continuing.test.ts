/** A message that begins with "and": what it takes over of the one before, and what it never does. */
import { beforeAll, expect, it } from 'vitest'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, ask } from './assistant-scene.ts'

const server = createTestServer()
beforeAll(async () => {
  for (const name of ['Orders to NetSuite', 'Leads to Salesforce', 'Tickets to Slack'])
    await addConnector(server, { name, as: 'adminA' })
})

it.each([
  ['Run Orders to NetSuite now', 'and do not do it', []],
  ['Run Orders to NetSuite now', 'and never Tickets to Slack', []],
  ['Run Orders to NetSuite now', 'and pause Leads to Salesforce', ['pause']],
  ['Run Orders to NetSuite now', 'and Tickets to Slack', ['run']],
])('proposes nothing that is not wanted now: %s, %s', async (before, now, kinds) => {
  const { proposals } = await ask(server, now, { history: [before] })
  expect(proposals.map(({ kind }) => kind)).toEqual(kinds)
})

it('keeps what it asks beside the question before: which of them arrived later', async () => {
  const { message } = await ask(server, 'and how many of them arrived later?', { history: ['How many records failed today?'] })
  expect(message).toContain('failed at first and were delivered later')
})

it('is answered by itself where it asks something of its own', async () => {
  const answer = await ask(server, 'and why did Orders to NetSuite fail?', {
    history: ['How many records were delivered today?'],
  })
  expect(answer.intent.type).toBe('explain-failure')
})
