import styled from 'styled-components'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { type Missing, missingOf } from '#src/machines/builder/draft/missing.ts'
import { type Step, steps } from '#src/machines/builder/draft/steps.ts'
import { color, focusRing, font, radius, space, unseen } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { builderMessages as messages } from './builder.messages.ts'
import { onArrival } from './go-to-missing.ts'
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
            <li key={it} ref={it === step ? scrollToCurrent : undefined}>
              <Place href={hrefOf(it)} aria-current={it === step ? 'step' : undefined}>
                <Mark aria-hidden="true" data-done={isDone(it, missing, draft)} />
                <Name>{messages.steps[it]}</Name>{' '}
                <StepStatus $isUnseen={lacksOf(it, missing).length === 0 && !isOptional(it, draft)}>
                  {stepStatusOf(it, missing, draft)}
                </StepStatus>
              </Place>
            </li>
          ))}
        </Row>
      </nav>
      {missing[step].length === 0 ? null : (
        <Here ref={onArrival} data-still-needed tabIndex={-1}>
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

/** Where the steps do not fit, the bar begins at the one before the current one. */
function scrollToCurrent(item: HTMLElement | null) {
  const bar = item?.parentElement
  if (item && bar) bar.scrollLeft = Math.max(0, item.offsetLeft - bar.clientWidth / 4)
}

/** The review misses what the steps before it miss. */
const lacksOf = (step: Step, missing: Missing) => (step === 'review' ? Object.values(missing).flat() : missing[step])

/** The review is done by deploying, and not by looking at it. An optional step that holds nothing is neither done nor missing. */
const isDone = (step: Step, missing: Missing, draft: Draft) =>
  step !== 'review' && lacksOf(step, missing).length === 0 && !isOptional(step, draft)

/** Nothing is set there, and nothing has to be. */
const isOptional = (step: Step, { config }: Draft) =>
  (step === 'mapping' && config.dataMapping.length === 0) || (step === 'enrichment' && (config.enrichment ?? []).length === 0)

function stepStatusOf(step: Step, missing: Missing, draft: Draft): string {
  const lacks = lacksOf(step, missing).length
  if (lacks > 0) return messages.missingCount(lacks)
  return isOptional(step, draft) ? messages.optional : messages.complete
}

/** One line: on a narrow screen it scrolls. */
const Row = styled.ol`
  position: relative;
  display: flex;
  gap: ${space[4]};
  padding-bottom: ${space[8]};
  border-bottom: 1px solid ${color['border.subtle']};
  counter-reset: step;
  overflow-x: auto;

  & > li {
    flex: none;
    counter-increment: step;
  }
`

const Place = styled(PlainLink)`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;
  padding: 0 ${space[12]} 0 ${space[8]};
  border-radius: ${radius.control};
  color: ${color['text.default']};
  text-decoration: none;
  white-space: nowrap;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-current] {
    background: ${color['neutral.subtle']};
  }
`

/** The number of the step, and a tick once nothing is missing there. */
const Mark = styled.span`
  display: inline-grid;
  place-items: center;
  width: 1.25rem;
  height: 1.25rem;
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.pill};
  font: ${font.dense};
  line-height: 1;

  &::before {
    content: counter(step);
  }

  &[data-done='true'] {
    border-color: transparent;
    background: ${color['success.subtle']};
    color: ${color['success.text']};
  }

  &[data-done='true']::before {
    content: '✓';
  }

  [aria-current] > & {
    border-color: transparent;
    background: ${color['brand.solid']};
    color: ${color['text.onBrand']};
  }
`

const Name = styled.span`
  font: ${font.strong};
`

const StepStatus = styled.span<{ readonly $isUnseen: boolean }>`
  color: ${color['text.muted']};
  font: ${font.dense};
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
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
