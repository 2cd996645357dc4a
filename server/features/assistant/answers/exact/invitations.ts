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
/** "Has Lena joined yet?" */
const joining = /\b(?:joined?|join|accepted|signed up|registered|onboarded|activated)\b/i
const asksJoined = /^(?:and |so |but )?(?:has|have|did|is|was|when (?:did|has)|do we know if)\b/i
const asksRole =
  /\b(?:can|may|could) (?:a |an |the |normal |ordinary |plain )*(?:users?|viewers?|admins?|administrators?|members?)\b/i
const asksToInvite = /\binvite\b|\badd (?:other |new )?(?:colleagues?|people|members?|users?|others)\b/i

/** A name that no one of the team has. */
function nameIn({ marked: { words, marks }, message, scopes }: Scene): string | undefined {
  const word = words.find((_, at) => marks[at] === 'Person')
  return word === undefined || scopes.person !== null ? undefined : message.slice(word.from, word.to)
}

/** Whether a person accepted the invitation: those who are in the team did. */
async function sayJoined(scene: Scene, speech: Speech): Promise<boolean> {
  const { message, scopes } = scene
  if (!joining.test(message) || !asksJoined.test(message.trim())) return false
  if (scopes.person !== null) {
    speech.say('Yes. ', quote(`${scopes.person.firstName} ${scopes.person.lastName}`), ' is in your team.')
    await aboutPeople(scene, speech)
    return true
  }
  const name = nameIn(scene)
  if (name === undefined && !message.includes('@')) return false
  if (name !== undefined) speech.say('No one called ', quote(name), ' is in your team yet.')
  await sayOpen(scene, speech)
  return true
}

async function sayOpen(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, message } = scene
  const { rows } = await sql<{ email: string; createdAt: Date; expiresAt: Date }>`
    select email, created_at as "createdAt", expires_at as "expiresAt" from invitations
    where company_id = ${caller.companyId} and status = 'open' and expires_at > now() order by created_at desc, id`.execute(db)
  const asked = new Set(tokensIn(message))
  const named = rows.filter(({ email }) =>
    tokensIn(email.slice(0, email.indexOf('@'))).some((it) => it.length > 2 && asked.has(it)),
  )
  const name = /\binvit\w+ (?:of|for|to) (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/u.exec(message)?.[1] ?? nameIn(scene)
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
  // Who joined and who was invited is for administrators.
  if (caller.role !== 'USER' && (await sayJoined(scene, speech))) return taken(speech)
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
  return taken(speech)
}

function taken(speech: Speech): true {
  speech.applies(...operators)
  speech.sayNoScopes()
  return true
}
