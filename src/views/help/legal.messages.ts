/** The two legal pages. A section's `id` is its anchor: it stays when the words change. `studio-account-settings.md` sections 2 and 9. */
type Section = { readonly id: string; readonly title: string; readonly text: readonly string[] }

const privacy: readonly Section[] = [
  {
    id: 'overview',
    title: 'Overview',
    text: [
      'This policy says what Datacrane learns about you when you use it, why, who else sees it, and what you can ask for. “We” is the operator of this Datacrane installation. “Your company” is the company whose workspace you use.',
      'For the records that your connectors move, your company decides what is moved and why. We move them on its behalf and for no purpose of our own.',
    ],
  },
  {
    id: 'information-collected',
    title: 'Information we collect',
    text: [
      'What you give us: your name, email address and password, your company, and, if you add them, a phone number, a photo, a job title and billing details. Datacrane neither asks for card numbers nor keeps any.',
      'What using Datacrane leaves behind: sign-ins with their time, address, device and outcome. Also what was changed, by whom and when, and the runs of your connectors with their sums and errors.',
      'What your connectors carry: the records themselves, as far as your company has them kept for searching, checking and replaying.',
      'In your browser we keep your session, your choice of theme and how you left the menu. There are no advertising cookies and no trackers.',
    ],
  },
  {
    id: 'use',
    title: 'How we use it',
    text: [
      'To sign you in and keep your account safe, to run your connectors and show what they did, to bill what was used, to answer when you ask for help, and to meet legal duties.',
      'We do not sell it, we do not build profiles for advertising, and we do not train models on your records.',
    ],
  },
  {
    id: 'sharing',
    title: 'Sharing',
    text: [
      'With the systems that your connectors name, because that is what they are for. With providers who work for us under contract, such as hosting and message delivery, and only as far as they need it. With authorities, where the law leaves no choice.',
      'Administrators of your company see its people, its sign-ins and its connectors. No one of another company does.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    text: [
      'Passwords are kept only as hashes, secrets of connectors only encrypted, and one-time codes and links work once and for a short time. Every call is checked against your role and your company. Where your account has a second factor, signing in asks for it too.',
      'No system is without risk. If something happens that concerns you, we tell you and the authorities as the law requires.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: [
      'You can ask what we hold about you, have it corrected, have it handed out in a common format, have it deleted, or object to a use of it. You can withdraw consent at any time, and complain to a data protection authority.',
      'We answer such a request in about 30 days. If a request is unusually large we may need longer, and say so within that time.',
      'Requests about records that your connectors move go to the company that moves them. We help it to answer.',
    ],
  },
  {
    id: 'international-transfers',
    title: 'International transfers',
    text: [
      'Information may be handled in another country than yours, by us, by our providers, or because a connector of your company sends it there. Where the law asks for safeguards, such as standard contractual clauses, they are in place for what we and our providers do.',
    ],
  },
  {
    id: 'retention',
    title: 'Retention',
    text: [
      'We keep account information for as long as the account exists and afterwards only as long as the law asks. What the runs of connectors left behind, and records of sign-ins and changes, are kept for as long as your company sets in its retention policy, and no longer than the operator of this Datacrane installation sets. A daily job then removes it and reports what it removed. What names people who have left a company is deleted only after an administrator of it has approved it.',
      'Information about a person is deleted 30 days after the person asks for it, so that nothing is lost by mistake. Until then it can be withdrawn. What records of sign-ins and changes need to stay complete is kept until the retention policy of your company ends it.',
    ],
  },
  {
    id: 'children',
    title: 'Children under 16',
    text: [
      'Datacrane is for work and is not meant for children under 16. We do not knowingly collect information about them. If we learn that we did, we delete it.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    text: [
      'When this policy changes, you find the new one here with its effective date. If a change matters to you, you hear of it by email or in the console before it takes effect.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: [
      'Ask an administrator of your company first: they can see and change most of what is described here. If they cannot help, ask the operator of this Datacrane installation.',
    ],
  },
]

const terms: readonly Section[] = [
  {
    id: 'acceptance',
    title: 'Acceptance',
    text: [
      'By creating an account or using Datacrane you agree to these terms, for yourself and, if you act for a company, for it. If you do not agree, do not use it. “We” is the operator of this Datacrane installation.',
    ],
  },
  {
    id: 'service',
    title: 'The service',
    text: [
      'Datacrane lets you build connectors that move records from one system to another, deploy them, and watch and replay what they did. It delivers every record at least once. Where the destination honours keys, no effect happens twice.',
      'We may improve the service at any time. If we take away something that you pay for and rely on, you hear of it beforehand.',
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    text: [
      'Give true information, keep your password and your codes to yourself, and tell us immediately when someone else has used your account. Administrators of a company decide who belongs to it and answer for what its people do here. You must be at least 16 years old.',
    ],
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    text: [
      'Do not use Datacrane to break the law or the rights of others, to reach systems that you may not reach, to spread malware, to send unwanted messages, or to overload or get around its limits and its protection.',
      'Connect a system only if you may read from it or write to it, and keep to its terms.',
    ],
  },
  {
    id: 'your-data',
    title: 'Your data',
    text: [
      'Your records and configurations stay yours. You allow us to store, move and change them as far as the service needs it, and nothing beyond. You answer for having the right to move them.',
      'How we treat information about people is in the Privacy Policy, which is part of these terms.',
    ],
  },
  {
    id: 'fees',
    title: 'Fees and payment',
    text: [
      'The price of a paid plan is agreed with you before anything is billed. Where it is metered, it is billed from what was really used. Fees are due as the invoice says, without taxes unless they are shown.',
      'We may change fees with 30 days’ notice. A change holds from your next billing period after the notice. Until then you can end the plan.',
    ],
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    text: [
      'The software, its design and its name remain ours or our licensors’. While these terms hold you may use them for your own business. You may not copy, resell or take them apart beyond what the law allows. What you suggest to us we may use freely.',
    ],
  },
  {
    id: 'confidentiality',
    title: 'Confidentiality',
    text: [
      'Each of us keeps what it learns from the other in confidence, uses it only for these terms, and shows it only to those who must know it and are bound likewise. This does not hold for what is public or was lawfully known before.',
    ],
  },
  {
    id: 'availability',
    title: 'Availability and support',
    text: [
      'We take care that Datacrane is reachable and say so in the console when it is in maintenance. Unless your plan promises more, there is no guaranteed availability and no guaranteed time to answer.',
    ],
  },
  {
    id: 'warranties',
    title: 'Warranties',
    text: [
      'Apart from what these terms or the law promise, Datacrane is provided as it is. We do not warrant that it suits a certain purpose, that it is free of faults, or that the systems it connects work as they should.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    text: [
      'Neither of us is liable for lost profit or for indirect damage. The total liability of either of us under these terms is capped at the fees of the 3 months before the event that gave rise to it.',
      'Nothing here limits liability that the law does not allow to be limited.',
    ],
  },
  {
    id: 'indemnity',
    title: 'Indemnity',
    text: [
      'If a third party makes a claim against us because of what you moved with Datacrane or because you broke these terms, you cover it, as far as you are the cause. We do the same for claims that Datacrane itself infringes someone’s rights.',
    ],
  },
  {
    id: 'termination',
    title: 'Term and termination',
    text: [
      'These terms hold for as long as you have an account. Either of us may end them with 30 days’ notice.',
      'If one of us breaks them in a way that matters and does not put it right within 15 days of notice, the other may end them immediately.',
      'Before the end you can take out your configurations and records. Afterwards they are deleted as the Privacy Policy says. What is meant to outlast the end, such as fees owed, confidentiality and liability, does.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    text: [
      'When these terms change, you find the new ones here with their effective date. We tell you before a change that matters takes effect. If you continue to use Datacrane after that date, you agree to them.',
    ],
  },
  {
    id: 'law',
    title: 'Law and general provisions',
    text: [
      'The law of the place where the operator of this Datacrane installation is established applies, and its courts decide, unless mandatory law says otherwise. If one provision does not hold, the others do. Neither of us is bound by what it cannot influence.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: ['Ask an administrator of your company, or the operator of this Datacrane installation.'],
  },
]

export const legalMessages = {
  contents: 'Contents',
  effective: 'Effective',
  /** A calendar day, ISO 8601. */
  effectiveDate: '2026-11-21',
  toConsole: 'Go to the dashboard',
  toSignIn: 'Sign in',
  other: 'See also:',
  privacy: { title: 'Privacy Policy', path: '/privacy-policy', sections: privacy },
  terms: { title: 'Terms of Service', path: '/terms-service', sections: terms },
}
