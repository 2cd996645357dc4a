import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import { companyLanguages, companyTimeZones } from '#contract/kit/locales.ts'
import { faultsOfColors } from '#contract/settings/brand-colors.ts'
import { cardsPerRow, organizationNameMax } from '#contract/settings/company-limits.ts'
import { selectCanChange, selectDraft, selectProblem } from '#src/machines/kit/settings-section.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import type { CompanyDraft } from '../../../machines/settings/company-draft.ts'
import { narrow, space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { ColorField } from './ColorField.tsx'
import { companyMessages as messages } from './company.messages.ts'

type CompanyFormProps = { readonly actor: SettingsSectionActor; readonly logo: ReactNode }

const rows = Object.fromEntries(cardsPerRow.map((count) => [String(count), String(count)]))

/** Name, logo, formats, colours and dashboard of the company. */
export function CompanyForm({ actor, logo }: CompanyFormProps) {
  const draft = useSelector(actor, selectDraft<CompanyDraft>)
  const problem = useSelector(actor, selectProblem)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<CompanyDraft>) => actor.send({ type: 'user.changed', change: it })
  const faults = faultsOfColors(draft)
  const at = (field: string) => faultAt(problem, `/companySettings/${field}`)
  return (
    <>
      <SettingsCard title={messages.company.title} sub={messages.company.sub}>
        <Field
          label={messages.organizationName}
          value={draft.organizationName}
          isRequired
          isBlocked={!canChange}
          error={draft.organizationName.trim() === '' ? messages.required : at('organizationName')}
          onWrite={(text) => change({ organizationName: text.slice(0, organizationNameMax) })}
        />
        {logo}
      </SettingsCard>
      <SettingsCard title={messages.formats.title} sub={messages.formats.sub}>
        <Pairs>
          <Select
            label={messages.defaultTimezone}
            options={companyTimeZones}
            value={draft.defaultTimezone}
            isBlocked={!canChange}
            onChoose={(defaultTimezone) => change({ defaultTimezone })}
          />
          <Select
            label={messages.defaultLanguage}
            options={companyLanguages}
            value={draft.defaultLanguage}
            isBlocked={!canChange}
            hint={messages.languageHint}
            onChoose={(defaultLanguage) => change({ defaultLanguage })}
          />
        </Pairs>
      </SettingsCard>
      <SettingsCard title={messages.branding.title} sub={messages.branding.sub}>
        <Pairs>
          {(['primary', 'secondary'] as const).map((name) => (
            <ColorField
              key={name}
              label={messages[name]}
              pick={messages.pick(messages[name])}
              value={draft[name]}
              isBlocked={!canChange}
              error={faults[name]}
              onWrite={(text) => change({ [name]: text })}
            />
          ))}
        </Pairs>
      </SettingsCard>
      <SettingsCard title={messages.dashboard.title} sub={messages.dashboard.sub}>
        <Select
          label={messages.cardsPerRow}
          options={rows}
          value={String(draft.cardsPerRow)}
          isBlocked={!canChange}
          onChoose={(text) => change({ cardsPerRow: cardsPerRow.find((it) => String(it) === text) ?? draft.cardsPerRow })}
        />
      </SettingsCard>
    </>
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
