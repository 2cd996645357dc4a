import { useSelector } from '@xstate/react'
import { selectDraft } from '#src/machines/settings/sso/sso-connection.machine.ts'

import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SsoConnectionActor } from '../../../machines/settings/sso/sso-connection.machine.ts'
import {
  draftOfSso,
  type SsoField as Name,
  ssoSecrets,
  textOf,
  unchangedSecretOf,
} from '../../../machines/settings/sso/sso-draft.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection

/** One field of the identity provider. A stored secret is not shown; left empty, it stays. */
export function SsoField({ actor, field }: { readonly actor: SsoConnectionActor; readonly field: Name }) {
  const draft = useSelector(actor, selectDraft)
  const state = useContextOf(actor, 'state')
  const problem = useContextOf(actor, 'problem')
  const canChange = useCan(actor, { type: 'user.changed', change: {} })
  if (draft === null || state === null) return null
  const isSecret = ssoSecrets.includes(field)
  const kept = unchangedSecretOf(draft, field)
  const hint = kept === null ? messages.hints[field] : messages.kept(kept)
  const parts = {
    ...{ label: messages.fields[field], value: textOf(draft, field), isBlocked: !canChange },
    error: faultAt(problem, `/value/${field.replace('.', '/')}`),
    ...(hint === undefined ? {} : { hint }),
    onWrite: (text: string) => {
      // Where what was written is taken back, the stored one stays.
      const value = isSecret && text === '' ? draftOfSso(state.value)[field] : text
      actor.send({ type: 'user.changed', change: { [field]: value ?? '' } })
    },
  }
  if (field === 'saml.certificate') return <TextArea {...parts} isCode rows={5} />
  return <Field {...parts} spellCheck={false} {...(isSecret ? { type: 'password', autoComplete: 'new-password' } : {})} />
}
