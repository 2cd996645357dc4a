/** A page that is left breaks off what it asked: nothing went wrong, and nothing says so. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { readProblems } from '#contract/connectors/details/details.graphql.ts'
import { listening } from '../connectors/live-readers.ts'
import { createTestServer, describeOnEachKind, makeConnector } from '../kit/test-server.ts'

const loud = /"level":(?:50|60|"error"|"fatal")/

describeOnEachKind('a question that a page leaves', (kind) => {
  const server = createTestServer({}, kind)

  it('is no error in the log', async () => {
    const { connector } = await makeConnector(server, 'userA')
    const address = `${await listening(server)}/graphql`
    const { accessToken } = server.sessions.userA
    const body = JSON.stringify({ query: readProblems.text, variables: { id: connector._id, from: null, to: null } })
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const ask = (signal?: AbortSignal) => fetch(address, { method: 'POST', headers, body, ...(signal ? { signal } : {}) })
    expect((await ask()).status).toBe(200)
    server.logged.length = 0
    for (let after = 0; after < 12; after++) {
      const leaving = new AbortController()
      const asked = ask(leaving.signal).then((it) => it.text())
      setTimeout(() => leaving.abort(), after)
      await asked.catch(() => {})
    }
    // Whatever was begun is over when the database answers another question.
    await sql`select 1`.execute(server.database.db)
    expect((await ask()).status).toBe(200)
    expect(server.logged.filter((line) => loud.test(line))).toEqual([])
  })
})
