import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'
import { selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { CompanyDraft } from '../../../machines/settings/company-draft.ts'
import {
  companySettingsMachine,
  logoMachine,
  maintenanceDialogMachine,
  openedCompany,
} from '../../../services/settings/company-settings.actors.ts'
import { color, radius } from '../../../theme/theme.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PictureField } from '../../kit/controls/PictureField.tsx'
import { Avatar } from '../../kit/identity/Avatar.tsx'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { companyMessages as messages } from './company.messages.ts'
import { InstallationMaintenance } from './InstallationMaintenanceSection.tsx'
import { MaintenanceCard } from './MaintenanceCard.tsx'

/** Name, logo, formats, colours, dashboard and maintenance: changed here, and sent with one Save. */
export function CompanyTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const actor = useMachine(
    () => companySettingsMachine(access, user.companyId),
    [access, user.companyId],
    openedCompany(user.companyId),
  )
  const { organizationName, organizationLogo } = useSelector(actor, selectDraft<Partial<CompanyDraft>>)
  const logo = useMemo(
    () => logoMachine((picture) => actor.send({ type: 'user.changed', change: { organizationLogo: picture } })),
    [actor],
  )
  const logoActor = useMachine(() => logo, [logo])
  const dialog = useMachine(
    () =>
      maintenanceDialogMachine(({ message = '' }) =>
        actor.send({
          type: 'user.changed',
          change: { systemMaintenanceMode: true, systemMaintenanceMessage: message.trim() },
        }),
      ),
    [actor],
  )
  return (
    <PageFrame title={title} where={settingsPageMessages.page}>
      <SectionFrame actor={actor} name={messages.name}>
        <Stack>
          <CompanyForm
            actor={actor}
            logo={
              <PictureField
                actor={logoActor}
                label={messages.logo}
                change={messages.changeLogo}
                remove={messages.removeLogo}
                hint={messages.logoHint}
                hasPicture={organizationLogo != null}
              >
                {organizationLogo == null ? (
                  <Avatar name={organizationName ?? ''} size="l" isSquare />
                ) : (
                  <Logo src={organizationLogo} alt={messages.logo} />
                )}
              </PictureField>
            }
          />
          <MaintenanceCard notice={<InstallationMaintenance />} actor={actor} dialog={dialog} />
        </Stack>
        <StickyFooter>
          <SaveBar actor={actor} saved={messages.saved} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

const nameOf = (field: string): string | null => messages.changes[field as keyof typeof messages.changes] ?? null

const Logo = styled.img`
  width: 64px;
  height: 64px;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  object-fit: contain;
`
