/** A number and its reason in one question, and in which order connectors in trouble are told. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask, factOf } from './assistant-scene.ts'

const server = createTestServer()

beforeAll(async () => {
  const some = await addConnector(server, { name: 'Loses some', as: 'adminA' })
  const all = await addConnector(server, { name: 'Loses all', as: 'adminA' })
  const of = (connectorId: string, hoursAgo: number, delivered: number, failed: number) =>
    ({ connectorId, company: 'A', hoursAgo, of: [delivered, failed, 0] }) as const
  await addRecords(server, [of(some, 0.5, 90, 2), of(some, 1, 80, 1), of(all, 0.7, 0, 6)], Date.now())
})

describe('the assistant', () => {
  it('answers "and why?" with the causes of what it counted', async () => {
    const answer = await ask(server, 'How many records failed in the past 24 hours, and why?')
    expect(factOf(answer, 'Failed records')).toBe(9)
    expect(answer.message).toContain('Loses all: 6 failed for the main cause: ')
    expect(answer.message.indexOf('Loses all')).toBeLessThan(answer.message.indexOf('Loses some'))
    expect(answer.message).toContain('Loses some: 3 failed for the main cause: ')
  })

  it('tells failing connectors before degraded ones', async () => {
    const { message } = await ask(server, 'Which connectors are failing?')
    expect(message.indexOf('Loses all')).toBeGreaterThan(-1)
    expect(message.indexOf('Loses all')).toBeLessThan(message.indexOf('Loses some'))
  })
})
