import styled from 'styled-components'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Step } from '#src/machines/builder/draft/steps.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Listed } from '../../kit/layout/blocks.ts'
import { findingText } from '../../kit/text/finding-text.ts'
import { reviewMessages as messages } from './review.messages.ts'

type FaultsProps = {
  readonly faults: readonly FieldProblem[]
  /** The mapping that was validated: its fields are called by their names. */
  readonly mapping: ConnectorConfig['dataMapping']
  readonly hrefOf: (step: Step) => string
}

const stepOf: Readonly<Record<string, Step>> = {
  name: 'profile',
  trigger: 'profile',
  source: 'source',
  destination: 'destination',
  enrichment: 'enrichment',
  records: 'mapping',
  routes: 'mapping',
  dataMapping: 'mapping',
}

/** What is wrong or doubtful, each with the way to the step where it is changed. */
export function Faults({ faults, mapping, hrefOf }: FaultsProps) {
  return (
    <Listed>
      {faults.map((fault) => {
        const [, section = '', at = ''] = fault.path.split('/')
        const step = Object.hasOwn(stepOf, section) ? stepOf[section] : undefined
        const { place, sentence } = findingText(fault)
        const field = section === 'dataMapping' ? mapping[Number(at)]?.targetPath : undefined
        const name = field ? messages.mappedField(field) : place
        return (
          <li key={`${fault.path} ${fault.message}`}>
            {step === undefined ? name : <PlainLink href={hrefOf(step)}>{name}</PlainLink>}: {sentence}
          </li>
        )
      })}
    </Listed>
  )
}

type WarningsProps = Omit<FaultsProps, 'faults'> & { readonly warnings: readonly FieldProblem[] }

/** What is doubtful and keeps nothing from being deployed. */
export function Warnings({ warnings, ...rest }: WarningsProps) {
  if (warnings.length === 0) return null
  return (
    <Doubtful aria-label={messages.warnings(warnings.length)} role="group">
      <Strong>{messages.warnings(warnings.length)}</Strong>
      <Faults faults={warnings} {...rest} />
    </Doubtful>
  )
}

const Strong = styled.strong`
  font: ${font.strong};
`

const Doubtful = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
`
