/** Joins the switches of the installation to their calls. */
import { installationEndpoints } from '#contract/admin/installation.ts'
import { domainForm, installationLimits } from '#contract/admin/installation-limits.ts'
import { type Access, call } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 30_000

/** As a list of one. */
export const installationMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(installationEndpoints.get, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })

/** What is written one a line. */
const domainsIn = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '')

/** What a field of date and time holds, by UTC. */
const utc = (text: string) => `${text.slice(0, 16)}:00.000Z`

/** `entry.signUp` is open or closed; `domains` one a line; `maintenance` empty is off. */
export const installationDialogMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: (
      {
        signUp,
        signUpsADay = '',
        domains,
        sandbox,
        publications,
        maintenance = '',
        from = '',
        until = '',
        message = '',
        revision,
      },
      signal,
    ) =>
      call(installationEndpoints.change, {
        access,
        body: {
          publicSignUp: signUp !== 'closed',
          domains: domainsIn(domains),
          signUpsADay: signUpsADay.trim() === '' ? null : Number(signUpsADay),
          sandbox: sandbox !== 'closed',
          approvesPublications: publications === 'asked',
          maintenance: maintenance.trim() === '' ? null : maintenance.trim(),
          plannedMaintenance: from === '' ? null : { from: utc(from), until: utc(until), message: message.trim() },
          revision: Number(revision),
        },
        signal,
      }),
    isValid: ({ domains, signUpsADay = '', maintenance = '', from = '', until = '' }) => {
      const all = domainsIn(domains)
      return (
        (from === '') === (until === '') &&
        all.length <= installationLimits.domainsMax &&
        all.every((domain) => domainForm.test(domain)) &&
        maintenance.length <= installationLimits.messageMax &&
        (signUpsADay.trim() === '' ||
          (/^\d{1,6}$/.test(signUpsADay.trim()) && Number(signUpsADay) <= installationLimits.signUpsMax))
      )
    },
    announce,
  })
