import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import styled from 'styled-components'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { ConfigEditorActor } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Card, CardTitle, Hint, Listed } from '../../kit/layout/blocks.ts'
import { editorFindingText } from '../../kit/text/finding-text.ts'
import { IdentityHint } from '../../kit/text/IdentityHint.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { configEditorMessages as messages } from './config-editor.messages.ts'

/** What the rules and the server say of the text as it was validated. */
export function FindingsCard({ actor }: { readonly actor: ConfigEditorActor }) {
  const findings = useContextOf(actor, 'findings')
  return (
    <Card aria-label={messages.results}>
      <CardTitle>{messages.results}</CardTitle>
      <div role="status">
        {findings === null ? <Hint>{messages.notYet}</Hint> : null}
        {findings?.from === 'rules' ? <Hint>{messages.rulesOnly(findings.errors.length)}</Hint> : null}
        {findings?.isValid ? (
          <Found $tone="success">
            <Heading>
              <CircleCheck aria-hidden="true" /> {messages.success}
            </Heading>
            <p>{messages.successWhy}</p>
          </Found>
        ) : null}
      </div>
      {findings === null || findings.errors.length === 0 ? null : (
        <Faults tone="danger" title={messages.errors(findings.errors.length)} all={findings.errors} />
      )}
      {findings === null || findings.warnings.length === 0 ? null : (
        <Faults tone="warning" title={messages.warnings(findings.warnings.length)} all={findings.warnings} />
      )}
      <IdentityHint identity={findings?.identity} />
    </Card>
  )
}

type Tone = 'success' | 'danger' | 'warning'
type FaultsProps = { readonly tone: Exclude<Tone, 'success'>; readonly title: string; readonly all: readonly FieldProblem[] }

const icons = { danger: CircleX, warning: TriangleAlert } as const

function Faults({ tone, title, all }: FaultsProps) {
  const Icon = icons[tone]
  return (
    <Found role="group" aria-label={title} $tone={tone}>
      <Heading>
        <Icon aria-hidden="true" /> {title}
      </Heading>
      <Listed>
        {all.map((finding) => {
          const { place, sentence } = editorFindingText(finding)
          return (
            <li key={`${finding.path} ${finding.message}`}>
              <strong>{place}:</strong> {sentence}
            </li>
          )
        })}
      </Listed>
    </Found>
  )
}

const Found = styled.div<{ readonly $tone: Tone }>`
  display: grid;
  gap: ${space[4]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${({ $tone }) => color[`${$tone}.border`]};
  border-radius: ${radius.card};
  background: ${({ $tone }) => color[`${$tone}.subtle`]};
  color: ${({ $tone }) => color[`${$tone}.text`]};
`

const Heading = styled.strong`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  font: ${font.strong};

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }
`
