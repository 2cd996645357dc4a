/** Requests to support: what is shown is what is sent, once; the operator answers and closes; and shares that say something. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HelpFigures } from '#contract/help/help.ts'
import type { ReceivedRequest, ShownBundle, SupportRequest } from '#contract/help/support.ts'
import { shareLimits, supportLimits } from '#contract/help/support-limits.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { aboutNothing, sendRequest } from '../contract/matrix-help.ts'
import { createTestServer, emailOf, goodConfig, makeConnector, type Reply, type Who } from '../kit/test-server.ts'

const server = createTestServer({ supportEmail: 'support@operator.test' })
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const mails = () => server.database.db.selectFrom('messages').select(['recipient', 'subject', 'body', 'company_id']).execute()
const own = async (as: Who) =>
  (await server.ask('GET', '/api/support', { as })).json<{ data: SupportRequest[]; total: number; isMailed: boolean }>()
const received = async () =>
  (await server.ask('GET', '/api/support/received', { as: 'superA' })).json<{ data: ReceivedRequest[] }>().data
const move = (id: string, what: 'answer' | 'close', body?: object) =>
  server.ask('POST', `/api/support/${id}/${what}`, { as: 'superA', body })

beforeEach(async () => {
  const { db } = server.database
  for (const table of ['support_requests', 'help_answers', 'messages'] as const) await db.deleteFrom(table).execute()
})

describe('a request to support', () => {
  it('holds what was shown: the configuration and the last run, with codes and no payload', async () => {
    const { connector } = await makeConnector(server)
    const runId = uuid()
    const whose = { companyId: server.companies.A, connectorId: connector._id }
    await addVersion(server.database.db, { ...whose, config: goodConfig, authorId: server.ids.userA })
    await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
      values (${runId}, ${server.companies.A}, ${connector._id}, 1, 'manual', 'succeeded', '', '', '{}')`.execute(
      server.database.db,
    )
    const requestIds = [uuid()]
    const reply = await sendRequest(server, 'userA', { connectorId: connector._id, requestIds })
    expect(reply.statusCode).toBe(201)
    const { bundle } = reply.json<SupportRequest>()
    expect(bundle).toMatchObject({ version: '0.0.0', page: '/dashboard', requestIds })
    expect(bundle.connector).toMatchObject({ name: 'Orders', lastRun: { runId, status: 'succeeded', problems: [] } })
    expect(bundle.connector?.configuration).toMatchObject({ source: { url: goodConfig.source.url } })
    expect((await own('userA')).data[0]?.bundle).toEqual(bundle)
    expect((await received())[0]).toMatchObject({ person: 'userA Example', company: 'Company A', bundle })
  })

  it('can be added to and closed by who sent it, and every answer stays to be read', async () => {
    const { id } = (await sendRequest(server, 'userA')).json<SupportRequest>()
    const add = (text: string, key = uuid(), as: Who = 'userA') =>
      server.ask('POST', `/api/support/${id}/messages`, { as, key, body: { text } })
    const texts = async () => (await received())[0]?.messages.map(({ from, text }) => `${from}: ${text}`)
    await move(id, 'answer', { answer: 'Try again.' })
    const key = uuid()
    expect([(await add('It still fails.', key)).statusCode, (await add('It still fails.', key)).statusCode]).toEqual([200, 200])
    expect((await received())[0]?.status).toBe('open')
    await move(id, 'answer', { answer: 'Now it works.' })
    expect(await texts()).toEqual(['operator: Try again.', 'person: It still fails.', 'operator: Now it works.'])
    expect((await own('userA')).data[0]).toMatchObject({ status: 'answered', answer: 'Now it works.' })
    expect([(await add('x', uuid(), 'otherA')).statusCode, (await add('x', uuid(), 'superA')).statusCode]).toEqual([404, 404])
    expect((await server.ask('POST', `/api/support/${id}/settle`, { as: 'userA' })).json()).toMatchObject({ status: 'closed' })
    expect(codeOf(await add('One more thing.'))).toBe('support/not-allowed-now')
    // To the operator: the request and what was added; to the person: both answers.
    expect((await mails()).map(({ recipient }) => recipient === 'support@operator.test')).toEqual([true, false, true, false])
  })

  it('has a limited number of messages', async () => {
    const { id } = (await sendRequest(server, 'userA')).json<SupportRequest>()
    await sql`insert into support_messages (id, request_id, author, body)
      select gen_random_uuid(), ${id}, 'person', 'x' from generate_series(1, ${supportLimits.messagesMax})`.execute(
      server.database.db,
    )
    const more = await server.ask('POST', `/api/support/${id}/messages`, { as: 'userA', body: { text: 'x' } })
    expect([codeOf(more), codeOf(await move(id, 'answer', { answer: 'x' }))]).toEqual(Array(2).fill('support/too-many-messages'))
  })

  it('is mailed to the operator, and made once however often it is sent', async () => {
    const key = uuid()
    const shown = (await server.ask('POST', '/api/support/bundle', { as: 'userA', body: aboutNothing })).json<ShownBundle>()
    const body = { subject: 'It fails', text: 'Why?', ...aboutNothing, runId: null, print: shown.print }
    const first = await server.ask('POST', '/api/support', { as: 'userA', key, body })
    const second = await server.ask('POST', '/api/support', { as: 'userA', key, body })
    expect(second.json()).toEqual(first.json())
    expect(await own('userA')).toMatchObject({ total: 1, isMailed: true })
    expect(await mails()).toMatchObject([
      { recipient: 'support@operator.test', subject: 'Support request: It fails', company_id: null },
    ])
    expect((await own('adminA')).total).toBe(0)
  })

  it('is refused when it would hold something else than was shown, and about a connector of somebody else', async () => {
    const { connector } = await makeConnector(server)
    const about = { ...aboutNothing, connectorId: connector._id }
    const { print, runId } = (await server.ask('POST', '/api/support/bundle', { as: 'userA', body: about })).json<ShownBundle>()
    await server.database.db.updateTable('connectors').set({ name: 'Other' }).where('id', '=', connector._id).execute()
    const body = { subject: 'x', text: 'x', ...about, print, runId }
    expect(codeOf(await server.ask('POST', '/api/support', { as: 'userA', body }))).toBe('support/bundle-changed')
    expect(codeOf(await server.ask('POST', '/api/support/bundle', { as: 'adminB', body: about }))).toBe('connector/not-found')
    expect((await received()).length).toBe(0)
  })

  it('is one of ten a day', async () => {
    for (let sent = 0; sent < supportLimits.perDay; sent += 1) expect((await sendRequest(server, 'userA')).statusCode).toBe(201)
    expect(codeOf(await sendRequest(server, 'userA'))).toBe('support/too-many')
    expect((await sendRequest(server, 'otherA')).statusCode).toBe(201)
  })

  it('is answered, answered again and closed by the operator; the person is written to, and then it rests', async () => {
    const { id } = (await sendRequest(server, 'userA')).json<SupportRequest>()
    await server.database.db.deleteFrom('messages').execute()
    expect((await move(id, 'answer', { answer: ' Try it now. ' })).json()).toMatchObject({
      status: 'answered',
      answer: 'Try it now.',
    })
    expect((await move(id, 'answer', { answer: 'Better now?' })).json()).toMatchObject({ answer: 'Better now?' })
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([emailOf('userA'), emailOf('userA')])
    expect((await own('userA')).data[0]).toMatchObject({ status: 'answered', answer: 'Better now?' })
    expect((await move(id, 'close')).json()).toMatchObject({ status: 'closed', answer: 'Better now?' })
    const late = await move(id, 'answer', { answer: 'x' })
    expect(late.json()).toMatchObject({ code: 'support/not-allowed-now', allowed: [] })
    expect(codeOf(await move(uuid(), 'close'))).toBe('request/unknown-path')
  })
})

describe('the share of solved questions', () => {
  const say = (as: Who, isHelpful: boolean, article = 'topic-mapping') =>
    server.ask('PUT', `/api/help/articles/${article}/answer`, { as, body: { isHelpful } })
  const share = async (query = '') => (await server.ask('GET', `/api/help/share${query}`, { as: 'userA' })).json()
  /** Answers of so many hours ago, by different people. */
  const answered = (count: number, isHelpful: boolean, hours: number) =>
    sql`with people as (insert into users (id, company_id, email, first_name, last_name, role, password_hash)
        select gen_random_uuid(), ${server.companies.B}, gen_random_uuid() || '@example.test', 'x', 'y', 'USER', 'z'
        from generate_series(1, ${count}) returning id)
      insert into help_answers (company_id, user_id, article, is_helpful, at)
      select ${server.companies.B}, id, 'topic-mapping', ${isHelpful}, now() - ${hours} * interval '1 hour' from people`.execute(
      server.database.db,
    )

  it('is not told below the least number of answers, nor of answers that are younger than a request takes', async () => {
    await answered(30, true, 100)
    await answered(shareLimits.leastAnswers - 31, false, 100)
    await answered(5, true, shareLimits.supportHours - 1)
    expect(await share()).toEqual({ own: null, share: null })
    await answered(1, false, 100)
    expect(await share('?article=topic-mapping')).toMatchObject({ share: { solved: 30, answers: shareLimits.leastAnswers } })
    expect(await share('?article=topic-integration')).toMatchObject({ share: null })
  })

  it('does not count as solved what was followed by a request to support', async () => {
    await answered(shareLimits.leastAnswers, true, 100)
    await sql`insert into support_requests (id, company_id, user_id, subject, body, bundle, created_at)
      select gen_random_uuid(), company_id, user_id, 'x', 'x', '{}', at + interval '1 hour' from help_answers limit 2`.execute(
      server.database.db,
    )
    const { leastAnswers } = shareLimits
    expect(await share()).toMatchObject({ share: { solved: leastAnswers - 2, answers: leastAnswers } })
  })

  it('counts what was said of answers of the assistant, but not among those of an article', async () => {
    await answered(shareLimits.leastAnswers - 1, false, 100)
    await sql`with chat as (insert into assistant_conversations (id, company_id, user_id, title)
        values (gen_random_uuid(), ${server.companies.A}, ${server.ids.userA}, 'x') returning id, company_id, user_id),
      answer as (insert into assistant_messages (id, conversation_id, company_id, user_id, role, content, detail)
        select gen_random_uuid(), id, company_id, user_id, 'assistant', '', '{}' from chat returning id, company_id, user_id)
      insert into assistant_feedback (interaction_id, company_id, user_id, feedback, comment, intent, speaker, given_at)
        select id, company_id, user_id, 'helpful', '', 'count', 'built-in', now() - interval '100 hours' from answer`.execute(
      server.database.db,
    )
    expect(await share()).toMatchObject({ share: { solved: 1, answers: shareLimits.leastAnswers } })
    expect(await share('?article=topic-mapping')).toMatchObject({ share: null })
  })

  it('has one answer of a person for an article: the last one', async () => {
    await say('userA', true)
    expect((await say('userA', false)).json()).toMatchObject({ own: false })
    expect(await share('?article=topic-mapping')).toMatchObject({ own: false })
    expect((await server.database.db.selectFrom('help_answers').selectAll().execute()).length).toBe(1)
    expect(codeOf(await say('userA', true, 'no-such-article'))).toBe('request/unknown-path')
  })
})

it('counts what finds nothing for the operator, and keeps neither the question nor the person', async () => {
  const { db } = server.database
  await db.deleteFrom('help_misses').execute()
  await server.ask('POST', '/api/help/missed', { as: 'userA' })
  await server.ask('POST', '/api/help/missed', { as: 'adminB' })
  for (const message of [
    'Does Ada Lovelace like webhooks on her sofa with strawberry cake and tea?',
    'Is Ada Lovelace a good cook?',
  ])
    await server.ask('POST', '/api/ai/chat', { as: 'userA', body: { message } })
  const figures = (await server.ask('GET', '/api/help/figures', { as: 'superA' })).json<HelpFigures>()
  expect(figures).toMatchObject({ missed: { search: 2, assistant: 2 }, words: [{ name: 'webhook', count: 1 }] })
  expect(JSON.stringify(await db.selectFrom('help_misses').selectAll().execute())).not.toMatch(/ada|lovelace|cake/i)
})
