import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { RuleActor } from '#src/machines/builder/mapping/rule.machine.ts'
import { selectIsPreviewing, selectTarget } from '#src/machines/builder/mapping/rule.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { mappingMessages } from './mapping.messages.ts'
import { Wrong } from './mapping-frame.ts'
import { shown } from './reason-text.ts'

const messages = mappingMessages.rules

/** What the engine makes of real records by the transform as it is written. */
export function RulePreview({ actor }: { readonly actor: RuleActor }) {
  const preview = useContextOf(actor, 'preview')
  const problem = useContextOf(actor, 'previewProblem')
  const isPreviewing = useSelector(actor, selectIsPreviewing)
  const target = useSelector(actor, (snapshot) => selectTarget(snapshot)?.targetPath ?? '')
  return (
    <Frame aria-label={messages.preview} aria-busy={isPreviewing}>
      <h3>
        {messages.preview} <small>{preview === null ? null : messages.previewOf(preview.length)}</small>
      </h3>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {preview === null ? (
        <Hint role="status">{isPreviewing ? messages.previewing : problem === null ? messages.notTried : null}</Hint>
      ) : preview.length === 0 ? (
        <Hint>{messages.noPreview}</Hint>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.into}</th>
              <th scope="col">{target}</th>
            </tr>
          </thead>
          <tbody>
            {preview.map(({ goesIn, outcome, comesOut, reason }, at) => (
              <tr key={at.toString()}>
                <td>{Array.isArray(goesIn) ? goesIn.map(shown).join(', ') : shown(goesIn)}</td>
                <td>
                  {outcome === 'made' ? (
                    <strong>{shown(comesOut)}</strong>
                  ) : outcome === 'misfit' ? (
                    <Wrong>{reason}</Wrong>
                  ) : outcome === 'skipped' ? (
                    mappingMessages.skipped
                  ) : (
                    mappingMessages.notPreviewed
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Frame>
  )
}

const Frame = styled.section`
  display: grid;
  gap: ${space[8]};
  min-width: 0;

  & > h3 {
    font: ${font.strong};
  }

  & small {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & > table {
    width: 100%;
    border: 1px solid ${color['border.subtle']};
    border-radius: ${radius.card};
    border-collapse: separate;
    border-spacing: 0;
    table-layout: fixed;
  }

  & th,
  & td {
    padding: 6px ${space[12]};
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: left;
    overflow-wrap: anywhere;
    vertical-align: top;
  }

  & th {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & tr:last-child > td {
    border-bottom: 0;
  }
`
