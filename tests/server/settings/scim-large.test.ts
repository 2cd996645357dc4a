/** A group of ten thousand: how long one change of it takes. In the full form. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { createTestServer } from '../kit/test-server.ts'
import { core, patchSchema, type ScimGroup, speaker, tokenOf } from './scim-scene.ts'

const server = createTestServer()
const members = 10_000
/** Milliseconds. */
const bar = 2_000

it('is changed by one member within two seconds', { timeout: 120_000 }, async () => {
  const { db } = server.database
  const token = await tokenOf(server, 'A')
  const speak = speaker(server, () => token)
  const { rows } = await sql<{ id: string }>`
    insert into users (id, company_id, email, password_hash, first_name, last_name, role, active, confirmed)
    select gen_random_uuid(), ${server.companies.A}, 'person-' || n || '@large.test', '', 'Person', n::text, 'USER', true, true
    from generate_series(1, ${members}) n returning id`.execute(db)
  await sql`insert into scim_people (user_id, company_id) select id, company_id from users where email like '%@large.test'`.execute(
    db,
  )
  const made = await speak('POST', '/Groups', { schemas: [`${core}:Group`], displayName: 'Everybody' })
  const { id } = made.json<ScimGroup>()
  await sql`insert into scim_members (group_id, user_id, company_id) select ${id}::uuid, id, company_id from users
    where email like '%@large.test' and email <> 'person-1@large.test'`.execute(db)
  const last = (await db.selectFrom('users').select('id').where('email', '=', 'person-1@large.test').executeTakeFirstOrThrow()).id
  const times: number[] = []
  for (const op of ['add', 'remove', 'add', 'remove', 'add']) {
    const begun = performance.now()
    const operation =
      op === 'add' ? { op, path: 'members', value: [{ value: last }] } : { op, path: `members[value eq "${last}"]` }
    const reply = await speak('PATCH', `/Groups/${id}`, { schemas: [patchSchema], Operations: [operation] })
    times.push(Math.round(performance.now() - begun))
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
    expect(reply.json<ScimGroup>().members).toHaveLength(op === 'add' ? rows.length : rows.length - 1)
  }
  console.log(`One change of a group of ${members}: ${times.join(', ')} ms`)
  expect(Math.max(...times)).toBeLessThan(bar)
})
