import { Check } from 'lucide-react'
import styled from 'styled-components'

import type { FirstSteps as Steps } from '#contract/connectors/list/connector-overview.ts'
import { color, font, space, unseen } from '#src/theme/theme.ts'
import { firstStepsMessages as messages } from './first-steps.messages.ts'

const order = Object.keys(messages.list) as (keyof Steps)[]

/** Four steps from nothing to a connector that runs by itself; each is ticked by what the server knows. */
export function FirstSteps({ steps }: { readonly steps: Steps }) {
  return (
    <section aria-label={messages.title}>
      <Title>{messages.title}</Title>
      <List>
        {order.map((step) => (
          <Step key={step} $isDone={steps[step]}>
            <Mark $isDone={steps[step]}>{steps[step] ? <Check aria-hidden="true" /> : null}</Mark>
            <span>
              {messages.list[step]}
              <Unseen>, {steps[step] ? messages.done : messages.toDo}</Unseen>
            </span>
          </Step>
        ))}
      </List>
    </section>
  )
}

const Title = styled.h2`
  font: ${font.section};
`

const List = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]} ${space[24]};
  margin: ${space[8]} 0 0;
  padding: 0;
  list-style: none;
`

const Step = styled.li<{ readonly $isDone: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  color: ${({ $isDone }) => color[$isDone ? 'text.muted' : 'text.default']};
`

const Mark = styled.i<{ readonly $isDone: boolean }>`
  display: grid;
  flex: none;
  place-items: center;
  width: 18px;
  height: 18px;
  border: 1.5px solid ${({ $isDone }) => color[$isDone ? 'success.icon' : 'border.control']};
  border-radius: 50%;
  background: ${({ $isDone }) => ($isDone ? color['success.icon'] : 'transparent')};
  color: ${color['text.onBrand']};

  & > svg {
    width: 12px;
    height: 12px;
    stroke-width: 3;
  }
`

const Unseen = styled.span`
  ${unseen}
`
