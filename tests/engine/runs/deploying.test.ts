import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { deploy } from '#server/engine/deploy/deployment-worker.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  moveDeployment,
  newestDeployment,
  type OpenDeployment,
  openDeployment,
} from '#server/records/connectors/deployments.repository.ts'
import { configHash } from '#server/records/connectors/versions.repository.ts'
import { openRun, pauseOpenRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { configFor, eventually, type Place, quietLog, settleIn, startEngine } from '../kit/stage.ts'

const config = configFor({ source: 'http://a.test', destination: 'http://b.test' })
const broken: ConnectorConfig = {
  ...config,
  source: { ...config.source, url: 'ftp://a.test' },
  trigger: { type: 'schedule', cron: 'never' },
}

/** What the desk does when a person presses Deploy: in one transaction, so that the engine does not see it before it is answered. */
const press = ({ db }: Database, { companyId, connectorId, userId }: Place, it: unknown) =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('connectors')
      .set((eb) => ({ status: 'Deploying', status_before: eb.ref('status') }))
      .where('id', '=', connectorId)
      .execute()
    return openDeployment(tx, { companyId, connectorId, config: it, authorId: userId })
  })

const connectorOf = ({ db }: Database, { connectorId }: Place) =>
  db
    .selectFrom('connectors')
    .select(['status', 'live_version', 'status_reason'])
    .where('id', '=', connectorId)
    .executeTakeFirstOrThrow()

const over = ({ db }: Database, { companyId, connectorId }: Place) =>
  eventually(
    () => newestDeployment(db, companyId, connectorId),
    (it) => it?.status === 'live' || it?.status === 'failed',
  )

describeOnEachDatabase('a deployment', (open) => {
  async function stage(status: 'Draft' | 'Active' = 'Draft') {
    const { database } = await open()
    const place = await settleIn(database, status)
    const engine = startEngine(database)
    onTestFinished(() => engine.stop())
    return { database, place, engine }
  }

  it('ends live with a numbered, hashed version of its real author, and the connector runs it', async () => {
    const { database, place, engine } = await stage()
    expect(await press(database, place, config)).toMatchObject({
      status: 'queued',
      progress: 0,
      version: null,
      deployedBy: 'Ann Lee',
    })
    engine.wake()
    const hash = configHash(config)
    expect(await over(database, place)).toMatchObject({
      status: 'live',
      progress: 100,
      version: 1,
      hash,
      message: 'Version 1 is live.',
    })
    expect(await connectorOf(database, place)).toMatchObject({ status: 'Active', live_version: 1 })
    const versions = await database.db.selectFrom('connector_versions').select(['number', 'hash', 'author_id']).execute()
    expect(versions).toEqual([{ number: 1, hash, author_id: place.userId }])
    const history = await database.db.selectFrom('connector_history').select(['what', 'from_status', 'to_status']).execute()
    expect(history).toEqual([{ what: 'deployment live', from_status: 'Deploying', to_status: 'Active' }])
  })

  it('of a configuration with errors fails, names each, and leaves the old version running', async () => {
    const { database, place, engine } = await stage()
    await press(database, place, config)
    engine.wake()
    await over(database, place)
    await press(database, place, broken)
    engine.wake()
    const failed = await eventually(
      () => over(database, place),
      (it) => it?.status === 'failed',
    )
    expect(failed).toMatchObject({
      version: null,
      message: 'The configuration has 2 errors.',
      error: { code: 'connector/deploy-failed' },
    })
    expect(failed?.error?.errors?.map(({ path }) => path)).toEqual(['/source/url', '/trigger/cron'])
    const connector = await connectorOf(database, place)
    expect(connector).toMatchObject({ status: 'Active', live_version: 1 })
    expect(connector.status_reason).toContain('The previous version keeps running')
  })

  it.each([
    [
      { source: 'http://127.0.0.1:9', destination: 'http://b.test' },
      ['/source/url'],
      "Connectors can't reach the source 127.0.0.1:9. An administrator can request a private endpoint under Network Connectivity. The operator can allow addresses with EGRESS_ALLOW.",
    ],
    [
      { source: 'http://a.test', destination: 'http://[::ffff:10.0.0.1]:8080' },
      ['/destination/url'],
      "Connectors can't reach the destination [::ffff:a00:1]:8080. An administrator can request a private endpoint under Network Connectivity. The operator can allow addresses with EGRESS_ALLOW.",
    ],
    [
      { source: 'http://a.test', destination: 'http://localhost:8080' },
      ['/destination/url'],
      "Connectors can't reach the destination localhost:8080. An administrator can request a private endpoint under Network Connectivity. The operator can allow addresses with EGRESS_ALLOW.",
    ],
    [
      { source: 'http://8.8.8.8:25', destination: 'http://127.0.0.1:3001/api' },
      ['/source/url', '/destination/url'],
      "Connectors can't reach the source 8.8.8.8:25. Below 1024, only the ports 80 and 443 are open. " +
        "Connectors can't reach the destination 127.0.0.1:3001. On this server, only the sandbox is open.",
    ],
  ])('to an address that the guard refuses fails while it is validated: %j', async (sides, paths, message) => {
    const { database } = await open()
    const place = await settleIn(database, 'Draft')
    const engine = startEngine(database, { outbound: { egressAllow: [], sandboxOrigin: 'http://127.0.0.1:3001' } })
    onTestFinished(() => engine.stop())
    await press(database, place, configFor({ ...sides, paging: null }))
    engine.wake()
    const failed = await over(database, place)
    expect(failed).toMatchObject({ status: 'failed', version: null, message, error: { code: 'connector/deploy-failed' } })
    expect(failed?.error?.errors?.map(({ path }) => path)).toEqual(paths)
    expect(await connectorOf(database, place)).toMatchObject({ status: 'Failed', live_version: null })
    // What the guard lets through: the public internet, and the sandbox.
    await press(
      database,
      place,
      configFor({ source: 'http://8.8.8.8', destination: 'http://127.0.0.1:3001/sandbox/x', paging: null }),
    )
    engine.wake()
    await eventually(
      () => newestDeployment(database.db, place.companyId, place.connectorId),
      (it) => it?.status === 'live',
    )
  })

  it('says with which version an open run finishes', async () => {
    const { database, place, engine } = await stage()
    const { companyId, connectorId, userId } = place
    await press(database, place, config)
    engine.wake()
    await over(database, place)
    await database.db.transaction().execute(async (tx) => {
      await openRun(tx, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
      await pauseOpenRun(tx, companyId, connectorId)
    })
    await press(database, place, { ...config, name: 'Changed' })
    engine.wake()
    const second = await eventually(
      () => over(database, place),
      (it) => it?.version === 2,
    )
    expect(second?.message).toBe('Version 2 is live. The active run finishes with version 1.')
  })

  it('of a draft that never ran leaves the connector failed', async () => {
    const { database, place, engine } = await stage()
    await press(database, place, broken)
    engine.wake()
    await over(database, place)
    expect(await connectorOf(database, place)).toMatchObject({ status: 'Failed', live_version: null })
  })

  it('is open once at a time, and each step is made once', async () => {
    const { database, place } = await stage()
    const first = await openDeployment(database.db, { ...place, config, authorId: place.userId })
    const again = openDeployment(database.db, { ...place, config, authorId: place.userId })
    await expect(again).rejects.toMatchObject({ problem: { code: 'connector/not-allowed-now' } })
    const from: OpenDeployment = {
      id: first.deploymentId,
      ...place,
      status: 'queued',
      config,
      version: null,
      backTo: null,
      authorId: place.userId,
      reading: null,
    }
    const step = { move: 'engine.refused', message: 'no' } as const
    const moves = await Promise.all([moveDeployment(database.db, from, step), moveDeployment(database.db, from, step)])
    expect(moves.filter((it) => it !== null).length).toBeLessThanOrEqual(1)
    expect(
      await moveDeployment(database.db, { ...from, status: 'validating' }, { move: 'engine.activated', message: '' }),
    ).toBeNull()
  })

  it('that two processes carry at once, and a third one late, has one version', async () => {
    const { database } = await open()
    const place = await settleIn(database, 'Draft')
    const { deploymentId } = await press(database, place, config)
    await database.db.updateTable('deployments').set({ status: 'provisioning' }).execute()
    const from: OpenDeployment = {
      ...{ id: deploymentId, ...place, status: 'provisioning', config },
      ...{ version: null, backTo: null, authorId: place.userId, reading: null },
    }
    const outbound = createOutbound({ egressAllow: [] })
    onTestFinished(() => outbound.close())
    const startAt = async () => ({ result: { place: null, count: null }, problem: null })
    const carry = () => deploy(from, { db: database.db, outbound, log: quietLog, takeOver: async () => {}, startAt })
    await Promise.all([carry(), carry()])
    await carry()
    expect(await over(database, place)).toMatchObject({ status: 'live', version: 1 })
    const versions = await database.db.selectFrom('connector_versions').select('number').execute()
    expect(versions.map(({ number }) => number)).toEqual([1])
  })

  it.each(['validating', 'provisioning', 'activating'] as const)(
    'left %s by an earlier life is taken to its end',
    async (status) => {
      const { database } = await open()
      const place = await settleIn(database, 'Draft')
      await press(database, place, config)
      const { companyId, connectorId, userId } = place
      let version: number | null = null
      if (status === 'activating') {
        await database.db
          .insertInto('connector_versions')
          .values({
            company_id: companyId,
            connector_id: connectorId,
            number: 1,
            hash: 'h',
            config: JSON.stringify(config),
            author_id: userId,
          })
          .execute()
        version = 1
      }
      await database.db
        .updateTable('deployments')
        .set({ status, version, updated_at: new Date(0) })
        .execute()
      const engine = startEngine(database)
      onTestFinished(() => engine.stop())
      expect(await over(database, place)).toMatchObject({ status: 'live', version: 1 })
      expect(await connectorOf(database, place)).toMatchObject({ status: 'Active', live_version: 1 })
    },
  )
})
