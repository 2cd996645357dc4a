import { expect, it, onTestFinished } from 'vitest'

import { addSecret, newSecretRef } from '#server/records/connectors/secrets.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, openRunOf, settleIn, startEngine, testVault } from '../kit/stage.ts'

describeOnEachDatabase('secrets', (open) => {
  it('go to the origin that they are bound to, and are masked in what is kept', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const canary = 'canary-1234567890'
    const heard: (string | undefined)[] = []
    const source = await startSource(3, (_, response) => {
      heard.push(response.req.headers.authorization)
      return false
    })
    const destination = await startDestination({
      misbehave: () => ({ commits: false, answer: (response) => response.writeHead(400).end(`you said ${canary}`) }),
    })
    const secretFor = async (url: string, plain = canary) => {
      const ref = newSecretRef(plain)
      await addSecret(database.db, testVault, { ...place, ref, origin: new URL(url).origin, plain })
      return ref
    }
    const base = configFor({ source: source.url, destination: destination.url })
    const secured = {
      ...base,
      source: { ...base.source, auth: { type: 'bearer', token: await secretFor(source.url) } },
      destination: {
        ...base.destination,
        auth: { type: 'apiKey', in: 'query', name: 'key', value: await secretFor(destination.url) },
      },
    }
    const engine = startEngine(database)
    onTestFinished(async () => {
      await engine.stop()
      await source.close()
      await destination.close()
    })
    const run = await ended(database, place, await openRunOf(database, place, secured))
    expect(heard.every((it) => it === `Bearer ${canary}`)).toBe(true)
    const kept = await Promise.all(
      (['attempts', 'transactions', 'source_pages', 'runs'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(kept)).not.toContain(canary)
    expect(JSON.stringify(kept)).toContain('you said ••••')
    expect(run.recordsFailed).toBe(3)
    const heardBefore = heard.length
    // The same secret, another address: an attacker who edits the URL gets nothing.
    const stolen = { ...secured, source: { ...secured.source, url: destination.url } }
    const second = await ended(database, place, await openRunOf(database, place, stolen))
    expect(second).toMatchObject({ status: 'failed', error: { code: 'connector/invalid' } })
    expect(destination.journal).toHaveLength(3)
    // One that no header can carry says so, and not that the connection broke.
    const secrets = [{ in: 'header', name: 'X-Key', value: await secretFor(source.url, `${canary}\n`) }]
    const torn = { ...base, source: { ...base.source, secrets } }
    const third = await ended(database, place, await openRunOf(database, place, torn))
    expect(third).toMatchObject({ status: 'failed', error: { code: 'connector/invalid' } })
    expect(third.error?.message).toMatch(/^The secret in the header "x-key" contains a line break/)
    expect(heard).toHaveLength(heardBefore)
  })
})
