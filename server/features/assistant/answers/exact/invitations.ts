/** Open invitations, and who may invite: "who has not accepted yet?", "can a user invite others?" */
import { sql } from 'kysely'
import { operators } from '../../accounting/operators.ts'
import type { Scene } from '../../scene.ts'
import { at, link, plural, quote, type Speech } from '../../speech.ts'
import { aboutPeople } from '../company.ts'
import { sayRoles } from './notified.ts'
import { tokensIn } from './own-connector.ts'

const team = '/account?tab=team'
const listedMax = 10

const invited = /\binvit(?:ed|ations?|es?)\b/i
const isOpen = /\b(?:accept(?:ed)?|expires?|expired|pending|open|outstanding|joined|yet)\b/i
const asksRole =
  /\b(?:can|may|could) (?:a |an |the |normal |ordinary |plain )*(?:users?|viewers?|admins?|administrators?|members?)\b/i
const asksToInvite = /\binvite\b|\badd (?:other |new )?(?:colleagues?|people|members?|users?|others)\b/i

async function sayOpen(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, message } = scene
  const { rows } = await sql<{ email: string; createdAt: Date; expiresAt: Date }>`
    select email, created_at as "createdAt", expires_at as "expiresAt" from invitations
    where company_id = ${caller.companyId} and status = 'open' and expires_at > now() order by created_at desc, id`.execute(db)
  const asked = new Set(tokensIn(message))
  const named = rows.filter(({ email }) =>
    tokensIn(email.slice(0, email.indexOf('@'))).some((it) => it.length > 2 && asked.has(it)),
  )
  const name = /\binvit\w+ (?:of|for|to) (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/u.exec(message)?.[1]
  if (rows.length > 0 && named.length === 0 && name !== undefined)
    speech.say('No open invitation is addressed to ', quote(name), '.')
  const shown = named.length > 0 ? named : rows
  if (rows.length === 0) speech.say('No invitation is open.')
  else
    speech.say(
      ...speech.count(named.length > 0 ? 'Invitations found' : 'Open invitations', shown.length, team, 'invitation'),
      ` ${plural(shown.length, 'is', 'are')} not accepted yet:`,
    )
  for (const { email, createdAt, expiresAt } of shown.slice(0, listedMax))
    speech.item(quote(email), ', invited at ', at(createdAt), ', expires at ', at(expiresAt), '.')
  speech.say(link(team, 'See team members'))
}

/** @returns whether the question is about invitations or what a role may do, and was answered. */
export async function sayInvitations(scene: Scene, speech: Speech): Promise<boolean> {
  const { message, caller, words, scopes } = scene
  if (asksRole.test(message) && asksToInvite.test(message)) {
    speech.say('Only Admins can invite people. Users can’t.')
    speech.say(link(team, 'See team members'))
  } else if (asksRole.test(message)) {
    if (!sayRoles({ ...scene, scopes: { ...scopes, person: null } }, speech)) return false
  } else if (
    invited.test(message) &&
    isOpen.test(message) &&
    caller.role !== 'USER' &&
    !/^how\b/i.test(message) &&
    !words.includes('many')
  ) {
    if (/\b(?:team|members?|people)\b/i.test(message))
      await aboutPeople({ ...scene, scopes: { ...scopes, person: null } }, speech)
    await sayOpen(scene, speech)
  } else return false
  speech.applies(...operators)
  speech.sayNoScopes()
  return true
}
