/** Single sign-on in the tab Security Settings. */
export const ssoMessages = {
  retry: 'Retry',
  domains: {
    title: 'Email domains for single sign-on',
    sub: 'Your identity provider signs in only people whose email is in one of these domains. A domain belongs to one company.',
    loading: 'Loading the email domains…',
    none: 'No domain yet.',
    label: 'Domain',
    hint: 'For example example.com. Subdomains are added separately.',
    add: 'Add domain',
    list: 'Email domains',
    verified: 'Verified',
    unverified: 'Not verified',
    how: (domain: string) =>
      `Add this TXT record to the DNS of ${domain}, then check it. A new record can take a day to be seen everywhere.`,
    record: (domain: string) => `TXT record of ${domain}`,
    outcomes: {
      found: 'The record was found.',
      'other-records': 'The domain has TXT records, but not this one.',
      'no-records': 'The domain has no TXT record, or does not exist.',
      'no-answer': 'No name server answered for the domain. Check again in a minute.',
    },
    checkedAt: 'Last check',
    since: 'Verified since',
    check: 'Check record',
    checking: 'Checking…',
    remove: 'Remove',
    dialogs: {
      add: {
        title: 'Add email domain',
        confirm: 'Add domain',
        text: (domain: string) => `${domain} is added. It signs nobody in before its TXT record is found.`,
      },
      remove: {
        title: 'Remove email domain',
        confirm: 'Remove',
        text: (domain: string) =>
          `Nobody with an address at ${domain} can use single sign-on any more, and another company may add the domain.`,
      },
    },
  },
}
