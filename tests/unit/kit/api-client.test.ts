import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { runEndpoints } from '#contract/connectors/runs/run.ts'
import { transactionEndpoints } from '#contract/connectors/runs/transaction.ts'
import { type ProblemCode, problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { type Access, call, patient } from '#src/services/kit/api-client.ts'
import { watchRefusals } from '#src/services/kit/maintenance.refusals.ts'
import { type Answer, hangUp, json, type ScriptServer, silence, startScriptServer, text } from './script-server.ts'

const hasty = { retries: 2, backoffCap: 5 }
const runId = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const started = json({ runId }, 202)
const newer = 'new/one' as ProblemCode
const { signal } = new AbortController()

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

/** @param limit milliseconds; short only where the server stays silent, for a slow machine answers late. */
const start = (access?: Access, limit = 10_000) =>
  call(runEndpoints.start, { params: { id: 'a/b' }, signal, patience: hasty, limit, ...(access ? { access } : {}) })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no problem',
    (thrown: unknown) => toProblem(thrown).code,
  )
const keys = () => server.asked.map(({ headers }) => headers['idempotency-key'])

describe('a call', () => {
  it('is tried 5 times more when nobody says otherwise', () => {
    expect(patient).toEqual({ retries: 5, backoffCap: 20_000 })
  })

  it('goes where the contract says, its parameters encoded', async () => {
    server.answers(json({ data: [], total: 0, page: 2, limit: 20, totalPages: 0 }))
    await call(runEndpoints.list, { params: { id: 'a/b' }, query: { page: 2, limit: 20 }, signal })
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api-connectors/a%2Fb/runs?page=2&limit=20',
    ])
  })

  it('sends one key through all tries of a POST, and another one with the next call', async () => {
    server.answers(json(problem('server/unavailable'), 503), hangUp, started)
    expect(await start()).toEqual({ runId })
    const [first, second, third] = keys()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    await start()
    expect(keys().at(-1)).not.toBe(first)
  })

  it.each([408, 429, 500, 502, 503, 504])('is made again after %i', async (status) => {
    server.answers(text('', status), started)
    expect(await codeOf(start())).toBe('no problem')
    expect(server.asked).toHaveLength(2)
  })

  it('is made again after 413 when the server says when', async () => {
    server.answers(json(problem('request/too-large'), 413, { 'retry-after': '0' }), started)
    expect(await codeOf(start())).toBe('no problem')
  })

  it('is not made again after 413 that says no time: the body would be as large', async () => {
    server.answers(json(problem('request/too-large'), 413))
    expect(await codeOf(start())).toBe('request/too-large')
    expect(server.asked).toHaveLength(1)
  })

  it('does not wait an hour because the server asks for it', async () => {
    server.answers(json(problem('request/rate-limited'), 429, { 'retry-after': '3600' }), started)
    expect(await codeOf(start())).toBe('no problem')
  })

  it('is not made again in maintenance, which is told to whoever asks', async () => {
    let told = 0
    const stop = watchRefusals(() => {
      told += 1
    })
    server.answers(json(problem('maintenance/on', { message: 'Until noon' }), 503), started)
    const { message } = toProblem(await start().catch((thrown: unknown) => thrown))
    expect([message, server.asked.length, told]).toEqual(['Until noon', 1, 1])
    stop()
    server.answers(json(problem('maintenance/on'), 503))
    expect([await codeOf(start()), told]).toEqual(['maintenance/on', 1])
  })

  it.each([400, 404, 409, 422])('is not made again after %i', async (status) => {
    server.answers(json(problem('connector/not-allowed-now', { allowed: ['deploy'] }), status))
    expect(await codeOf(start())).toBe('connector/not-allowed-now')
    expect(server.asked).toHaveLength(1)
  })

  it('is not made again when it is a PATCH', async () => {
    server.answers(text('', 503))
    const update = call(connectorEndpoints.update, { params: { id: runId }, body: {}, signal, patience: hasty })
    expect(await codeOf(update)).toBe('server/unavailable')
    expect(server.asked).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('keeps the numbers that a double cannot hold', async () => {
    const numbers = '[12345678901234567890,1e400,-0,0.1000000000000000055511151231257827,1.50,7]'
    const row = {
      ...{
        transactionId: runId,
        connectorId: runId,
        runId,
        version: 1,
        status: 'success',
        recordKey: '1',
        sourcePage: 1,
        sourceIndex: 0,
      },
      ...{
        startDate: '2026-01-01T00:00:00.000Z',
        endDate: null,
        details: '',
        mappingDuration: 0,
        sendingDuration: 1,
        attempts: 1,
      },
      ...{ sourceStartpoint: '', destinationEndpoint: '', payload: 'here', error: null },
    }
    const page = { transactions: [row], pagination: { total: 1, page: 1, pageSize: 20, totalPages: 1 } }
    server.answers(text(JSON.stringify(page).replace('"here"', numbers), 200, 'application/json'))
    const { transactions } = await call(transactionEndpoints.list, { params: { id: runId }, query: {}, signal })
    expect(JSON.stringify(transactions[0]?.payload)).toBe(numbers)
  })
})

describe('a failure', () => {
  const endings: readonly (readonly [string, Answer, ProblemCode])[] = [
    ['a problem of the catalogue', json(problem('connector/not-found'), 404), 'connector/not-found'],
    ['HTML from a proxy', text('<h1>Bad gateway</h1>', 502), 'server/unavailable'],
    ['a status without a problem', text('no', 404), 'net/malformed-reply'],
    ['text where JSON belongs', text('hello'), 'net/malformed-reply'],
    ['JSON that is cut off', text('{"runId":"', 202, 'application/json'), 'net/malformed-reply'],
    ['JSON of another shape', json({ runId: 7 }, 202), 'net/malformed-reply'],
    ['an id that is none', json({ runId: 'x' }, 202), 'net/malformed-reply'],
    ['silence', silence, 'net/timeout'],
    ['a line that is cut', hangUp, 'net/unreachable'],
    ['a code of a newer server', json({ ...problem('bug/unexpected'), code: newer }, 422), newer],
  ]

  it.each(endings)('is told for %s', async (_, answer, code) => {
    server.answers(answer)
    expect(await codeOf(start(undefined, answer === silence ? 300 : undefined))).toBe(code)
  })

  it('keeps what the server said of a problem', async () => {
    const said = problem('connector/invalid', {
      message: 'Two errors.',
      errors: [{ path: '/source/url', message: 'is missing' }],
    })
    server.answers(json({ ...said, requestId: 'r-1' }, 422))
    expect(await start().catch(toProblem)).toEqual({ ...said, requestId: 'r-1' })
  })

  it('ends with the state that asked: the request is aborted', async () => {
    const leaving = new AbortController()
    const closed = Promise.withResolvers<void>()
    server.answers((reply) => {
      reply.on('close', closed.resolve)
      leaving.abort()
    })
    await expect(call(runEndpoints.start, { params: { id: runId }, signal: leaving.signal })).rejects.toThrow()
    await closed.promise
    expect(server.asked).toHaveLength(1)
  })
})

describe('a call of somebody who is signed in', () => {
  const refused = json(problem('auth/token-expired'), 401)

  it('carries the token', async () => {
    server.answers(started)
    await start(accessWith(['one']))
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer one'])
  })

  it('is made once more with a renewed token, under the same key', async () => {
    server.answers(refused, started)
    expect(await start(accessWith(['one', 'two']))).toEqual({ runId })
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two'])
    expect(new Set(keys()).size).toBe(1)
  })

  it('is not made a third time', async () => {
    server.answers(refused)
    expect(await codeOf(start(accessWith(['one', 'two', 'three'])))).toBe('auth/token-expired')
    expect(server.asked).toHaveLength(2)
  })

  it('tells why there is no other token', async () => {
    server.answers(refused)
    expect(await codeOf(start(accessWith(['one'])))).toBe('net/unreachable')
    expect(server.asked).toHaveLength(1)
  })

  /** One token after the other; when there is none left, the net is down. */
  function accessWith(tokens: string[]): Access {
    const left = [...tokens]
    return {
      bearer: () => left[0] ?? null,
      renew: async (used) => {
        expect(used).toBe(left.shift())
        if (left.length === 0) throw refusal('net/unreachable')
      },
    }
  }
})
