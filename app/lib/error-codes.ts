/** Every `code` of an error response, by its status. A program may depend on them: none is ever renamed. */
type ErrorCodes = {
  400:
    | "amount_unconfirmed"
    | "authorization_refused"
    | "bad_host"
    | "bad_request"
    | "invalid_link"
    | "malformed_body"
    | "malformed_json"
    | "malformed_path"
    | "sign_in_refused"
    | "unknown_intent"
    | "unsupported_query"
    | "validation_failed";
  401: "invalid_code" | "invalid_credentials" | "invalid_token" | "second_step_ended" | "unauthenticated";
  403:
    | "account_deactivated"
    | "address_refused"
    | "email_unverified"
    | "identity_not_yours"
    | "invitation_not_yours"
    | "no_password_to_link"
    | "origin_refused"
    | "own_account"
    | "provider_email_unverified"
    | "reauthentication_required"
    | "role_refused"
    | "scope_missing"
    | "unverifiable_submission";
  404: "not_found";
  405: "method_not_allowed";
  408: "request_timeout";
  409:
    | "account_exists"
    | "already_invited"
    | "already_member"
    | "already_registered"
    | "already_sent"
    | "bot_taken"
    | "changed_meanwhile"
    | "country_not_served"
    | "default_platform"
    | "door_taken"
    | "door_unconfirmed"
    | "duplicate_email"
    | "erased"
    | "form_exists"
    | "has_members"
    | "idempotency_key_reused"
    | "last_owner"
    | "last_superadmin"
    | "last_way_in"
    | "linked_elsewhere"
    | "made_already"
    | "member_inactive"
    | "name_taken"
    | "no_bot"
    | "no_subscription"
    | "no_support_access"
    | "not_authorized"
    | "not_covered"
    | "not_failed"
    | "not_shared"
    | "not_verified"
    | "nothing_to_replay"
    | "only_workspace"
    | "other_contract"
    | "replay_running"
    | "slug_taken"
    | "too_many_contracts"
    | "too_many_files"
    | "too_many_forms"
    | "too_many_invitations"
    | "too_many_keys"
    | "too_many_links"
    | "too_many_platforms"
    | "too_many_rates"
    | "workspace_switched"
    | "too_many_exports"
    | "too_many_views"
    | "too_many_workspaces"
    | "try_again"
    | "two_step_not_begun"
    | "two_step_off"
    | "two_step_on"
    | "username_taken"
    | "withdrawn";
  413: "payload_too_large";
  415: "unsupported_media_type";
  429: "rate_limited" | "upload_quota";
  431: "headers_too_large";
  500: "internal_error";
  502: "platform_unreachable" | "provider_unreachable";
  503: "unavailable";
};

export type ErrorStatus = keyof ErrorCodes;
export type ErrorCode<S extends ErrorStatus = ErrorStatus> = ErrorCodes[S];
