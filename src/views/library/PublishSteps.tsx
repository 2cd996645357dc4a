import styled from 'styled-components'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'

import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.publish

export type PublishStep = keyof typeof messages.step

const pathOf: Readonly<Record<PublishStep, string>> = {
  profile: '/public/integration-profile',
  source: '/public/source-configuration',
  destination: '/public/destination-configuration',
  mapping: '/public/data-mapping',
  publish: '/public/public-integration',
}
const steps = Object.keys(pathOf) as PublishStep[]

export const firstStep = pathOf.profile

/** The steps of publishing; what was written stays from one to the next. */
export function PublishSteps({ at }: { readonly at: PublishStep }) {
  return (
    <nav aria-label={messages.steps}>
      <Line>
        {steps.map((step) => (
          <li key={step}>
            <Step href={pathOf[step]} aria-current={step === at ? 'step' : undefined}>
              {messages.step[step]}
            </Step>
          </li>
        ))}
      </Line>
    </nav>
  )
}

/** Leads on; nothing after the last step. */
export function NextStep({ after }: { readonly after: PublishStep }) {
  const next = steps[steps.indexOf(after) + 1]
  return next === undefined ? null : <PlainLink href={pathOf[next]}>{messages.next(messages.step[next])}</PlainLink>
}

const Line = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
`

const Step = styled(PlainLink)`
  display: inline-block;
  padding: ${space[4]} ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.pill};
  color: ${color['text.default']};
  font: ${font.strong};
  text-decoration: none;
  ${focusRing}

  &[aria-current] {
    border-color: ${color['brand.solid']};
    background: ${color['bg.selected']};
  }
`
