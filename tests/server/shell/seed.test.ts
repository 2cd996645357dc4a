import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findCredentials } from '#server/features/auth/users.repository.ts'
import { validateConfig } from '#server/features/connectors/config/config-validation.service.ts'
import { readShapes } from '#server/features/connectors/config/shapes.repository.ts'
import { demoConfig } from '#server/features/library/ready-made/demo-connector.ts'
import { demoConnectors } from '#server/features/shell/demo/demo-set.ts'
import { seed } from '#server/features/shell/demo/seed.ts'
import { passwordIsRight } from '#server/platform/security/passwords.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

const sandboxOrigin = 'http://127.0.0.1:3001'

describeOnEachDatabase('the demo company', (open) => {
  it('is made once by however many processes, with three people and a draft', async () => {
    const { db } = (await open()).database
    const told = await Promise.all(
      Array.from({ length: 5 }, () => seed(db, { password: null, sandboxOrigin, connectors: false })),
    )
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(['known', 'known', 'known', 'known', 'made'])
    const made = told.find((each) => each.kind === 'made')
    const found = await findCredentials(db, 'super@demo.test')
    expect(await passwordIsRight(made?.password ?? '', found?.passwordHash ?? null)).toBe(true)
    const { rows: people } = await sql`select email, role from users order by email`.execute(db)
    expect(people).toEqual([
      { email: 'admin@demo.test', role: 'ADMIN' },
      { email: 'super@demo.test', role: 'SUPER_ADMIN' },
      { email: 'user@demo.test', role: 'USER' },
    ])
    const { rows } = await sql`select name, status, draft #>> '{source,url}' as source from connectors`.execute(db)
    expect(rows).toEqual([{ name: 'Shop orders to CRM', status: 'Draft', source: `${sandboxOrigin}/sandbox/shop/orders` }])
  })

  it('knows the fields and some records of both sides of its connector, so that its mapping is drawn', async () => {
    const { db } = (await open()).database
    await seed(db, { password: null, sandboxOrigin, connectors: false })
    const { companyId, connectorId } = (
      await sql<{ companyId: string; connectorId: string }>`
        select company_id as "companyId", id as "connectorId" from connectors`.execute(db)
    ).rows[0] ?? { companyId: '', connectorId: '' }
    const shapes = await readShapes(db, { companyId, connectorId })
    const paths = (side: 'source' | 'destination') => shapes[side]?.fields.map(({ path }) => path) ?? []
    for (const { sourcePath, targetPath } of demoConfig(sandboxOrigin).dataMapping) {
      expect(paths('source')).toContain(sourcePath)
      expect(paths('destination')).toContain(targetPath)
    }
    expect(shapes.source?.examples[0]).toMatchObject({ number: 'SO-1001', customer: { email: expect.any(String) } })
    expect(shapes.destination?.examples[0]).toMatchObject({ orderNumber: 'SO-1001', contact: { email: expect.any(String) } })
  })

  it('makes the connectors that are deployed and run once, each with a configuration that can be deployed', async () => {
    const { db } = (await open()).database
    for (let start = 0; start < 2; start += 1) await seed(db, { password: null, sandboxOrigin, connectors: true })
    const { rows } = await sql<{ name: string }>`select name from connectors`.execute(db)
    const set = demoConnectors(sandboxOrigin)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [demoConfig(sandboxOrigin).name, ...set.map(({ config }) => config.name)].toSorted(),
    )
    for (const { config } of set) expect(validateConfig(config).errors, config.name).toEqual([])
    const { rows: recorded } = await sql<{ action: string; count: number }>`
      select action, count(*)::int as count from audit_events group by action order by action`.execute(db)
    expect(recorded).toEqual([
      { action: 'company.created', count: 1 },
      { action: 'connector.created', count: set.length + 1 },
      { action: 'member.joined', count: 3 },
    ])
  })

  it('takes another password when one is given, and ends the sessions of the old one', async () => {
    const { db } = (await open()).database
    expect(await seed(db, { password: 'first', sandboxOrigin, connectors: false })).toMatchObject({ kind: 'given' })
    const found = await findCredentials(db, 'user@demo.test')
    await sql`insert into sessions (id, company_id, user_id, expires_at)
      values (gen_random_uuid(), ${found?.companyId}, ${found?.userId}, now() + interval '1 day')`.execute(db)
    await seed(db, { password: 'first', sandboxOrigin, connectors: false })
    const live = sql<{ count: number }>`select count(*) from sessions where ended_at is null`
    expect((await live.execute(db)).rows).toEqual([{ count: 1 }])
    await seed(db, { password: 'second', sandboxOrigin, connectors: false })
    expect((await live.execute(db)).rows).toEqual([{ count: 0 }])
    expect(await passwordIsRight('second', (await findCredentials(db, 'user@demo.test'))?.passwordHash ?? null)).toBe(true)
  })

  it('is not put among other people', async () => {
    const { db } = (await open()).database
    await sql`insert into companies (id, name, workspace_name) values (gen_random_uuid(), 'Real', 'real')`.execute(db)
    expect(await seed(db, { password: 'x', sandboxOrigin, connectors: false })).toEqual({ kind: 'other' })
    expect((await sql`select 1 from users`.execute(db)).rows).toEqual([])
  })
})
