/** Names the folder that new applications of end-to-end tests copy as their profile. */
export const profileTemplateVariable = 'BASALT_TEST_PROFILE_TEMPLATE'
