import type { ServerKind } from '@common/model/connection'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const everywhere = words(`
  abs avg cast coalesce concat count exp floor lower ltrim max min nullif replace round rtrim sign sqrt sum trim upper
  cume_dist dense_rank first_value lag last_value lead ntile percent_rank rank row_number`)

const files = words(`
  acos asin atan ceil changes char concat_ws cos date datetime degrees format glob group_concat hex ifnull iif instr
  json json_array json_array_length json_each json_extract json_group_array json_group_object json_insert json_object
  json_patch json_quote json_remove json_replace json_set json_tree json_type json_valid julianday last_insert_rowid
  length like likelihood likely ln log log10 log2 mod nth_value octet_length pi pow power printf quote radians random
  randomblob sin soundex sqlite_version strftime string_agg substr substring tan time timediff total total_changes trunc
  typeof unhex unicode unixepoch unlikely zeroblob`)

const servers: Readonly<Record<ServerKind, readonly string[]>> = {
  postgres: words(`
    age array_agg array_append array_cat array_length array_position array_remove array_to_string ascii bit_length
    bool_and bool_or btrim ceil ceiling char_length chr clock_timestamp concat_ws cos current_database current_schema
    date_bin date_part date_trunc decode degrees div encode every extract format gen_random_uuid generate_series
    generate_subscripts greatest initcap isfinite json_agg json_build_array json_build_object json_object_agg
    jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object
    jsonb_each jsonb_each_text jsonb_extract_path jsonb_insert jsonb_object_agg jsonb_object_keys jsonb_pretty jsonb_set
    jsonb_strip_nulls jsonb_typeof justify_days least left length ln log lpad make_date make_interval make_time
    make_timestamp md5 mod mode now nth_value overlay percentile_cont percentile_disc pg_size_pretty
    pg_total_relation_size pi position power radians random regexp_count regexp_match regexp_matches regexp_replace
    regexp_split_to_array regexp_split_to_table repeat reverse right row_to_json rpad setseed sin split_part starts_with
    stddev string_agg string_to_array strpos substr substring tan to_char to_date to_json to_jsonb to_number
    to_timestamp to_tsquery to_tsvector translate trunc unnest variance version width_bucket`),
  mysql: words(`
    acos adddate addtime ascii asin atan bin bit_and bit_count bit_length bit_or ceil ceiling char char_length
    character_length concat_ws connection_id conv convert convert_tz cos crc32 curdate current_date current_timestamp
    curtime database date date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear degrees elt
    field find_in_set format found_rows from_days from_unixtime greatest group_concat hex hour if ifnull inet_aton
    inet_ntoa insert instr json_array json_array_append json_arrayagg json_contains json_extract json_insert json_keys
    json_length json_merge_patch json_object json_objectagg json_remove json_replace json_search json_set json_type
    json_unquote json_valid last_day last_insert_id lcase least left length ln locate log log10 log2 lpad makedate
    maketime md5 mid minute mod month monthname now nth_value period_add period_diff pi pow power quarter quote radians
    rand regexp_instr regexp_replace regexp_substr repeat reverse right row_count rpad schema sec_to_time second sha1
    sha2 sin soundex space std stddev str_to_date strcmp subdate substr substring substring_index subtime sysdate tan
    time time_format time_to_sec timediff timestampadd timestampdiff to_days truncate ucase unhex unix_timestamp uuid
    utc_date utc_timestamp variance version week weekday weekofyear year yearweek`),
  mssql: words(`
    acos ascii asin atan atn2 ceiling char charindex checksum choose col_length concat_ws convert cos count_big
    current_timestamp current_user datalength dateadd datediff datediff_big datefromparts datename datepart datetrunc
    day db_name degrees difference eomonth error_message format getdate getutcdate greatest host_name iif isdate isjson
    isnull isnumeric json_array json_modify json_object json_query json_value least left len log log10 month nchar newid
    object_id object_name openjson parse parsename patindex percentile_cont percentile_disc pi power quotename radians
    rand replicate reverse right scope_identity sin space square stdev str string_agg string_escape string_split stuff
    substring suser_name switchoffset sysdatetime sysdatetimeoffset sysutcdatetime tan translate try_cast try_convert
    try_parse unicode user_name var year`),
}

/** Returns the names of the functions that a database offers, sorted. Files use the built-in engine. */
export function sqlFunctionsOf(server: ServerKind | undefined): readonly string[] {
  return [...new Set([...everywhere, ...(server === undefined ? files : servers[server])])].toSorted()
}
