import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import { type AiProvider, aiModelFields, aiModelHints } from '#contract/settings/ai/ai-limits.ts'
import { selectCanChange, selectDraft, selectProblem, selectSaved } from '#src/machines/kit/settings-section.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import {
  type AiDraft,
  cardOf,
  fieldsOf,
  isKeyUnchanged,
  keyAfter,
  nameIn,
  writtenKey,
} from '../../../machines/settings/ai-draft.ts'
import type { AiTestActor } from '../../../machines/settings/ai-test.machine.ts'
import { narrow, space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { aiMessages as messages } from './ai.messages.ts'
import { ProviderTest } from './ProviderTest.tsx'

type ProviderCardProps = {
  readonly provider: AiProvider
  readonly section: SettingsSectionActor
  readonly test: AiTestActor
}

/** One provider: its switch, its key, which is never shown again, its other fields, and a test of them as they are written. */
export function ProviderCard({ provider, section, test }: ProviderCardProps) {
  const draft = useSelector(section, selectDraft<AiDraft>)
  const saved = useSelector(section, selectSaved<AiDraft>)
  const problem = useSelector(section, selectProblem)
  const canChange = useSelector(section, selectCanChange)
  const { apiKey, enabled, ...others } = cardOf(draft, provider)
  const change = (field: string, value: unknown) =>
    section.send({ type: 'user.changed', change: { [nameIn(provider, field)]: value } })
  const faultOf = (field: string) => faultAt(problem, `/value/${provider}/${field}`)
  const kept = typeof apiKey === 'string' ? '' : apiKey.last4
  const response = useContextOf(test, 'response')
  // What the provider itself returned comes first.
  const models = [...new Set([...(response?.models ?? []), ...(aiModelHints[provider] ?? [])])]
  return (
    <SettingsCard
      title={messages.names[provider]}
      sub={messages.cards[provider]}
      aside={<Switch label={messages.enabled} isOn={enabled} isBlocked={!canChange} onTurn={(isOn) => change('enabled', isOn)} />}
    >
      <Pairs>
        <Field
          label={messages.apiKey}
          type="password"
          value={writtenKey(apiKey)}
          isBlocked={!canChange}
          autoComplete="new-password"
          spellCheck={false}
          error={faultOf('apiKey')}
          {...(isKeyUnchanged(apiKey) ? { hint: messages.keyKept(kept) } : {})}
          onWrite={(text) => change('apiKey', keyAfter(text, saved === null ? undefined : cardOf(saved, provider).apiKey))}
        />
        {fieldsOf(provider).map((field) => (
          <Field
            key={field}
            label={messages.fields[field] ?? field}
            value={String(others[field] ?? '')}
            isBlocked={!canChange}
            spellCheck={false}
            error={faultOf(field)}
            {...(messages.hints[field] === undefined ? {} : { hint: messages.hints[field] })}
            {...(models.length > 0 && aiModelFields.includes(field) ? { suggestions: models } : {})}
            onWrite={(text) => change(field, text)}
          />
        ))}
      </Pairs>
      <ProviderTest actor={test} provider={provider} draft={draft} />
    </SettingsCard>
  )
}

const Pairs = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space[16]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`
