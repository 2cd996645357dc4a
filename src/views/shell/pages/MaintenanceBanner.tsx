import { useSelector } from '@xstate/react'
import { Construction } from 'lucide-react'
import styled from 'styled-components'

import type { MaintenanceActor } from '#src/machines/shell/maintenance.machine.ts'
import {
  selectIsOfInstallation,
  selectIsOn,
  selectMessage,
  selectPlanned,
  selectUntil,
} from '#src/machines/shell/maintenance.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { shellMessages } from '../shell.messages.ts'
import { installationMessages } from './maintenance-banner.messages.ts'

const messages = shellMessages.maintenance

/** Tells whoever may still come in that nobody else can, and everybody of a maintenance that is planned. */
export function MaintenanceBanner({ actor }: { readonly actor: MaintenanceActor }) {
  const isOn = useSelector(actor, selectIsOn)
  const isOfInstallation = useSelector(actor, selectIsOfInstallation)
  const message = useSelector(actor, selectMessage)
  const until = useSelector(actor, selectUntil)
  const planned = useSelector(actor, selectPlanned)
  const words = isOfInstallation ? installationMessages.banner : messages.banner
  return (
    <Banner role="status">
      <Construction aria-hidden="true" />
      <span>
        {isOn ? (
          <>
            <strong>{words}</strong> {message}
            {until === null ? null : (
              <Times>
                {messages.until} <Moment at={until} />
              </Times>
            )}
          </>
        ) : null}
        {planned === null || (isOn && planned.until === until) ? null : <Planned planned={planned} />}
      </span>
    </Banner>
  )
}

type PlannedProps = { readonly planned: NonNullable<ReturnType<typeof selectPlanned>> }

function Planned({ planned: { from, until, message, isOfInstallation } }: PlannedProps) {
  return (
    <Block>
      <strong>{isOfInstallation ? installationMessages.planned : messages.planned}</strong> {message}
      <Times>
        {messages.from} <Moment at={from} /> · {messages.until} <Moment at={until} />
      </Times>
    </Block>
  )
}

const Block = styled.span`
  display: block;
`

const Times = styled.span`
  display: block;
  font: ${font.dense};
`

const Banner = styled.div`
  display: flex;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['warning.border']};
  border-radius: ${radius.card};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
  font: ${font.body};
  overflow-wrap: anywhere;

  & > svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
  }

  & > span {
    min-width: 0;
  }
`
