/** The connections that the connectors of a company use, and what became of their use. */
import type { Kysely } from 'kysely'
import { waitsForSignIn } from '#contract/connections/connection.lifecycle.ts'
import { connectionEndedText } from '#contract/connections/connection-ended.ts'
import { presetOf } from '#contract/connections/oauth-presets.ts'
import { type Problem, refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { readTokens } from '../../records/connections/connection-tokens.repository.ts'
import { noteConnectionUse, readConnection } from '../../records/connections/connection-use.repository.ts'
import type { Tools } from '../kit/kind.ts'

/** Milliseconds in which the same is noted of a connection once. */
const notePause = 60_000
/** And in which it is not noted that it works again: records that are taken and refused in turn would write once for each. */
const changePause = 2_000
const notedMax = 2_000

/** @param now milliseconds. */
export function createConnections(db: Kysely<Tables>, now = () => performance.now()) {
  const noted = new Map<string, { readonly works: boolean; readonly at: number }>()

  function note(companyId: string, id: string, accessRevision: number, refused: Problem | null): void {
    const works = refused === null
    const key = `${id} ${accessRevision}`
    const last = noted.get(key)
    if (last && now() - last.at < (last.works === works ? notePause : works ? changePause : 0)) return
    if (noted.size >= notedMax) noted.clear()
    noted.set(key, { works, at: now() })
    // What the system said stays with the run: it may quote a record, and others see this.
    const status = refused?.answer?.status
    const message = works
      ? 'The last request with this connection succeeded.'
      : `The system refused the credentials${status === undefined ? '' : ` (${status})`}.`
    // How it does is for people: nothing waits for it, and a lost note is no lost record.
    const check = { at: new Date().toISOString(), works, message, by: null }
    void noteConnectionUse(db, { companyId, id }, check, accessRevision).catch(() => {})
  }

  return {
    /** Throws `connection/not-found`, `connection/off` and `connection/ended`. */
    of:
      (companyId: string): NonNullable<Tools['connection']> =>
      async (id) => {
        const found = await readConnection(db, { companyId, id })
        if (found === null) throw refusal('connection/not-found')
        if (found.state === 'off')
          throw refusal('connection/off', {
            message: `The connection "${found.name}" is off. Nothing is sent until someone switches it on.`,
          })
        const opened = { ...found, note: (refused: Problem | null) => note(companyId, id, found.accessRevision, refused) }
        const { auth, name } = found
        if (auth.type !== 'oauth2AuthorizationCode') return opened
        const kept = await readTokens(db, { companyId, id })
        if (kept?.tokens == null || waitsForSignIn(kept.state))
          throw refusal('connection/ended', { message: connectionEndedText(name) })
        return { ...opened, auth: { ...auth, tokenHeader: presetOf(kept.app?.provider ?? '')?.tokenHeader } }
      },
  }
}
