import styled from 'styled-components'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { type Missing, missingOf } from '#src/machines/builder/draft/missing.ts'
import { type Step, steps } from '#src/machines/builder/draft/steps.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { builderMessages as messages } from './builder.messages.ts'
import { sentenceOf } from './missing-text.ts'

type StepsBarProps = { readonly draft: Draft; readonly step: Step; readonly hrefOf: (step: Step) => string }

/** The way through the steps: where one is, and what each still misses. Any step can be gone to at any time. */
export function StepsBar({ draft, step, hrefOf }: StepsBarProps) {
  const missing = missingOf(draft)
  return (
    <>
      <nav aria-label={messages.stepsName}>
        <Row>
          {steps.map((it) => (
            <li key={it}>
              <Place href={hrefOf(it)} aria-current={it === step ? 'step' : undefined}>
                <Name>{messages.steps[it]}</Name>{' '}
                <StepStatus $isOpen={missing[it].length > 0}>{stepStatusOf(it, missing, draft)}</StepStatus>
              </Place>
            </li>
          ))}
        </Row>
      </nav>
      {missing[step].length === 0 ? null : (
        <Here>
          <p>{messages.missingHere}</p>
          <ul>
            {missing[step].map(sentenceOf).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Here>
      )}
    </>
  )
}

/** The review misses what the steps before it miss. */
function stepStatusOf(step: Step, missing: Missing, { config }: Draft): string {
  const lacks = step === 'review' ? Object.values(missing).flat() : missing[step]
  if (lacks.length > 0) return messages.missingCount(lacks.length)
  return step === 'mapping' && config.dataMapping.length === 0 ? messages.notMapped : messages.complete
}

const Row = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr));
  gap: ${space[8]};
`

const Place = styled(PlainLink)`
  display: grid;
  gap: ${space[4]};
  height: 100%;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: ${color['text.default']};
  text-decoration: none;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-current] {
    border-color: ${color['brand.solid']};
    background: ${color['bg.selected']};
  }
`

const Name = styled.span`
  font: ${font.strong};
`

const StepStatus = styled.span<{ readonly $isOpen: boolean }>`
  color: ${({ $isOpen }) => ($isOpen ? color['text.default'] : color['text.muted'])};
  font: ${font.dense};
`

const Here = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.sunken']};
  font: ${font.dense};
  overflow-wrap: anywhere;

  & > ul {
    padding-left: ${space[16]};
    list-style: disc;
  }
`
