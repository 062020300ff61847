; The parameters of a stunt hold inside it. All other names are known everywhere, whatever their order.
(source_file) @local.scope
(declaration) @local.scope
(entry (call parameters: (parameters)) block: (block)) @local.scope

(parameter name: (name) @local.definition)

(entry (name) @local.reference)
(effect_entry (name) @local.reference)
(argument (name) @local.reference)
(binary_expression (name) @local.reference)
(group (name) @local.reference)
