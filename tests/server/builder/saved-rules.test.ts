import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { unknownId } from '../contract/wrong-requests.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const upper: NewMappingRule = { name: 'Upper', type: 'case', sourcePath: 'name', to: 'upper' }
const [first] = goodConfig.dataMapping
const lineOf = (ruleId: string) => ({ id: 'm2', source: '', target: 'name', sourcePath: '', targetPath: 'name', ruleId })
const configWith = (ruleId: string): ConnectorConfig => ({
  ...goodConfig,
  dataMapping: first ? [first, { ...lineOf(ruleId), rule: { ...upper, to: 'lower' } }] : [],
})

describeOnEachKind('a saved mapping rule', (kind) => {
  const server = createTestServer({}, kind)

  async function saved(as: Who, rule: NewMappingRule = upper): Promise<string> {
    const reply = await server.ask('POST', '/api-connectors/connectors/saveMappingRule', { as, body: rule })
    return reply.json<MappingRule>()._id
  }
  async function deploy(ruleId: string) {
    const { connector } = await makeConnector(server)
    const body = { config: configWith(ruleId) }
    return {
      id: connector._id,
      reply: await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA', body }),
    }
  }
  async function deployed(id: string) {
    const { rows } = await sql<{ config: ConnectorConfig; draft: ConnectorConfig }>`
      select d.config, c.draft from deployments d join connectors c on c.id = d.connector_id where c.id = ${id}`.execute(
      server.database.db,
    )
    return rows[0]
  }

  it('is copied into what is deployed, as it is saved, and the draft goes on referring to it', async () => {
    const ruleId = await saved('otherA')
    const { id, reply } = await deploy(ruleId)
    expect(reply.statusCode).toBe(202)
    const gone = await server.ask('DELETE', `/api-connectors/connectors/mappingRules/${ruleId}`, { as: 'adminA' })
    expect(gone.statusCode).toBe(200)
    const it = await deployed(id)
    expect(it?.config.dataMapping[1]).toMatchObject({ ruleId, rule: upper })
    expect(it?.draft.dataMapping[1]).toMatchObject({ ruleId, rule: { to: 'lower' } })
  })

  it('is saved once for one key', async () => {
    const ask = () =>
      server.ask('POST', '/api-connectors/connectors/saveMappingRule', {
        ...{ as: 'adminB', key: 'rule-1', body: { ...upper, name: 'only once' } },
      })
    const first = await ask()
    expect((await ask()).body).toBe(first.body)
    // As when the process ended before its answer was kept.
    await sql`delete from idempotency_keys`.execute(server.database.db)
    expect((await ask()).body).toBe(first.body)
    const rules = (await server.ask('GET', '/api-connectors/connectors/mappingRules', { as: 'adminB' })).json<MappingRule[]>()
    expect(rules.filter(({ rule }) => rule.name === 'only once')).toHaveLength(1)
  })

  const change = (id: string, rule: object, as: Who = 'userA') =>
    server.ask('PUT', `/api-connectors/connectors/mappingRules/${id}`, { as, body: rule })

  it('is changed and renamed by who made it and by an administrator, and what is deployed keeps it as it was', async () => {
    const ruleId = await saved('userA')
    const { id } = await deploy(ruleId)
    const lower = { ...upper, name: 'Lower', to: 'lower' } as const
    expect((await change(ruleId, lower)).json<MappingRule>()).toMatchObject({ _id: ruleId, rule: lower })
    expect((await deployed(id))?.config.dataMapping[1]?.rule).toEqual(upper)
    expect((await change(ruleId, { ...lower, name: 'By the administrator' }, 'adminA')).statusCode).toBe(200)
    expect((await change(ruleId, upper, 'otherA')).statusCode).toBe(403)
    expect((await change(ruleId, upper, 'adminB')).statusCode).toBe(404)
    expect((await change(unknownId, upper)).statusCode).toBe(404)
    const unsound = await change(ruleId, { ...upper, sourcePath: 'a[' })
    expect(unsound.statusCode).toBe(422)
    const rules = (await server.ask('GET', '/api-connectors/connectors/mappingRules', { as: 'userA' })).json<MappingRule[]>()
    expect(rules.find(({ _id }) => _id === ruleId)?.rule).toEqual({ ...lower, name: 'By the administrator' })
  })

  it.each(['unknown', 'of another company', 'no id'])(
    'that is %s is refused where it stands, and nothing is deployed',
    async (which) => {
      const ruleId = which === 'unknown' ? unknownId : which === 'no id' ? 'rule-1' : await saved('adminB')
      const { id, reply } = await deploy(ruleId)
      const path = which === 'no id' ? '/config/dataMapping/1/ruleId' : '/dataMapping/1/ruleId'
      expect(reply.json<Problem>().errors?.map((it) => it.path)).toEqual([path])
      expect(await deployed(id)).toBeUndefined()
    },
  )

  it('is known to every validation', async () => {
    const [known, unknown] = [await saved('userA'), await saved('adminB')]
    const result = async (path: string, body: unknown) =>
      (await server.ask('POST', `/api-connectors/${path}`, { as: 'userA', body })).json<ValidationResult>()
    const asked = (ruleId: string) => [
      result('validateConfig', configWith(ruleId)),
      result('validateDataMapping', [lineOf(ruleId)]),
      result('validate-config-section', { section: 'dataMapping', data: [lineOf(ruleId)] }),
    ]
    expect(await Promise.all(asked(known))).toMatchObject(Array(3).fill({ isValid: true, errors: [], warnings: [] }))
    const message = 'No saved mapping rule has this ID'
    for (const { errors } of await Promise.all(asked(unknown)))
      expect(errors).toMatchObject([{ path: expect.stringMatching(/ruleId$/), message }])
  })

  it('is checked by the engine before it is kept', async () => {
    const rule = { name: 'When', type: 'dateFormat', sourcePath: 'at', from: '', to: 'yyyy', timeZone: 'Mars/Base' }
    const checked = await server.ask('POST', '/api-connectors/connectors/validateMappingRule', { as: 'userA', body: rule })
    expect(checked.json<ValidationResult>().errors.map(({ path }) => path)).toEqual(['/timeZone'])
    const reply = await server.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'userA', body: rule })
    expect(reply.statusCode).toBe(422)
    const withFormat = { ...rule, timeZone: 'UTC', from: 'yyyy', unit: 'seconds' }
    const other = await server.ask('POST', '/api-connectors/connectors/validateMappingRule', { as: 'userA', body: withFormat })
    expect(other.json<ValidationResult>().errors.map(({ path }) => path)).toEqual(['/unit'])
  })
})

describeOnEachKind('an enrichment', (kind) => {
  const server = createTestServer({}, kind)
  const lookup = {
    per: 'record',
    parameters: [{ in: 'path', name: 'id', sourcePath: 'customer.id' }],
    resultPath: '',
    targetPath: 'details',
    notFound: 'fail',
  }
  const good = { id: 'e1', type: 'http', url: 'https://crm.example.com/customers/{id}', lookup }

  it.each<[unknown, string[]]>([
    [good, []],
    [{ ...good, lookup: undefined }, ['/enrichment/0/lookup']],
    [{ ...good, url: 'https://crm.example.com/customers' }, ['/enrichment/0/lookup/parameters/0/name']],
    [{ ...good, url: 'https://crm.example.com/{id}/{other}' }, ['/enrichment/0/url']],
    [{ ...good, lookup: { ...lookup, targetPath: '__proto__.x' } }, ['/enrichment/0/lookup/targetPath']],
    [{ ...good, lookup: { ...lookup, targetPath: 'a[0]' } }, ['/enrichment/0/lookup/targetPath']],
    [{ ...good, lookup: { ...lookup, resultPath: 'a[*]' } }, ['/enrichment/0/lookup/resultPath']],
    [{ ...good, lookup: { ...lookup, per: 'batch' } }, ['/enrichment/0/lookup/matchPath']],
    [
      {
        ...good,
        lookup: { ...lookup, parameters: [...lookup.parameters, { in: 'header', name: 'Authorization', sourcePath: 'x' }] },
      },
      ['/enrichment/0/lookup/parameters/1/name'],
    ],
    [
      { ...good, lookup: { ...lookup, parameters: [...lookup.parameters, { in: 'body', name: 'a', sourcePath: 'x' }] } },
      ['/enrichment/0/lookup/parameters/1/name'],
    ],
  ])('%# has errors where they are', async (data, paths) => {
    const body = { section: 'enrichment', data: [data] }
    const reply = await server.ask('POST', '/api-connectors/validate-config-section', { as: 'userA', body })
    expect(reply.json<ValidationResult>().errors.map(({ path }) => path)).toEqual(paths)
  })

  it('at a private address, or twice of one id, cannot be deployed', async () => {
    const config = { ...goodConfig, enrichment: [{ ...good, url: 'http://169.254.169.254/{id}' }, good] }
    const reply = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: config })
    expect(reply.json<ValidationResult>().errors.map(({ path }) => path)).toEqual(['/enrichment/1/id', '/enrichment/0/url'])
  })
})
